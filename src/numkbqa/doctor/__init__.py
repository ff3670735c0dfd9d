"""The doctor: is a graph fit for ordinal questions, and what should be mended first?"""

from numkbqa.doctor.diagnosis import Diagnosis, examine
from numkbqa.doctor.examined import ExaminedKB

__all__ = ["Diagnosis", "ExaminedKB", "examine"]
