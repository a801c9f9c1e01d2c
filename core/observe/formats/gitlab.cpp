// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// GitLab's exclusive leases: a UUID under `gitlab:exclusive_lease:<key>`. Source: gitlab,
/// lib/gitlab/exclusive_lease.rb.
Format gitLabFormat()
{
    return {.name = "GitLab",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "gitlab:exclusive_lease:"},
        .recognise = decodeUuid,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
