"""Build hook: the parts of the web page that npm brings are inside the wheel and the source archive."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = "src/numkbqa/service/page/static/vendor"


class AssetsHook(BuildHookInterface[BuilderConfig]):
    """Fetches the parts where they are missing; an editable install goes without them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the parts and name them, since git ignores them.

        Args:
            version: "editable" or "standard".
            build_data: what the builder is told; it gets the files.

        Raises:
            RuntimeError: there are none, and npm is missing or failed.
        """
        if version == "editable":
            return
        script = runpy.run_path(str(Path(self.root) / "scripts" / "vendor_assets.py"))
        folder = Path(self.root) / VENDOR
        try:
            script["main"](folder)
        except script["NoAssets"] as missing:
            raise RuntimeError(f"the wheel cannot be built without its web page: {missing}") from None
        build_data["artifacts"].append(f"/{VENDOR}/**")
