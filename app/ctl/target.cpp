// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/target.h"

#include "app/ctl/console.h"
#include "core/config/checks.h"

namespace lockkeeper::ctl {

Result<Target> openTarget(const GlobalOptions& globals)
{
    Target target;
    if (globals.isSandbox) {
        auto sandbox = sandbox::Sandbox::start();
        if (!sandbox)
            return tl::make_unexpected(sandbox.error());
        target.deployment = sandbox->deployment();
        target.sandbox = std::move(*sandbox);
    } else if (globals.masters.empty()) {
        return fail(ErrorClass::InvalidArgument,
            "no master is named: use --master URL, --sandbox or LOCKKEEPER_MASTERS; "
            "see lockctl --help");
    } else {
        auto deployment = config::deploymentFromUrls("command-line", globals.masters);
        if (!deployment)
            return tl::make_unexpected(deployment.error());
        target.deployment = std::move(*deployment);
        for (const std::string& line : config::warnings(target.deployment))
            complain("warning: " + line);
    }
    target.deployment.patterns = globals.patterns;
    return target;
}

} // namespace lockkeeper::ctl
