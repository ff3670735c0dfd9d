"""`python -m numkbqa` is the command line."""

from numkbqa.cli import main

if __name__ == "__main__":
    main()
