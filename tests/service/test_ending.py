import subprocess
import sys

CODE = """
import threading
from numkbqa.service.ending import end_process

threading.Thread(target=threading.Event().wait).start()
end_process()
"""


def test_the_process_ends_well_though_a_thread_of_it_still_works() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
