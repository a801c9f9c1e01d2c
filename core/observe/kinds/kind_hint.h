// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/kinds/kind.h"

namespace lockkeeper::observe {

enum class KindAnswer : std::uint8_t { Lock, NoLock };

struct HintPlan {
    config::FormatHint hint;
    std::vector<std::string> alsoMatched;
};

/// Of all keys, if sure; else "unknown". Empty: a person must choose.
[[nodiscard]] std::string formatOfLocks(const Kind& kind);

/// Makes all keys of `kind` locks, or none. `format` (Lock): empty: formatOfLocks().
/// InvalidArgument: docs/lockctl.md, "kinds", or `format` does not read the keys.
[[nodiscard]] Result<HintPlan> planHint(const KindList& all, const Kind& kind, KindAnswer answer,
    const config::Deployment& deployment, const std::string& format = {});

} // namespace lockkeeper::observe
