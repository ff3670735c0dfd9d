"""Teachers of NSM: they reason from the answers back to the topics too, and so know the steps between."""

from numkbqa.reasoning.teachers.teachers import (
    HybridTeacher,
    ParallelTeacher,
    Teacher,
    TeacherOutput,
    new_teacher,
    starts_trained,
)

__all__ = ["HybridTeacher", "ParallelTeacher", "Teacher", "TeacherOutput", "new_teacher", "starts_trained"]
