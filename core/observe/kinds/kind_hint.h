// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/kinds/kind.h"

namespace lockkeeper::observe {

/// What a person says of a kind of keys.
enum class KindAnswer : std::uint8_t { Lock, NoLock };

/// A hint that settles a kind of keys, and what else it settles.
struct HintPlan {
    config::FormatHint hint;
    std::vector<std::string> alsoMatched; ///< names of other kinds
};

/// The hint that makes all keys of `kind` locks, or none. Its format is the one that was recognised
/// in all of them, if that is sure; else "unknown", which takes any string.
///
/// InvalidArgument with one line if no hint says just that: the kind has no fixed part in its name;
/// its pattern also matches kinds of `all` that are taken for the opposite; another hint of the
/// deployment counts before; or its keys are no strings and of no known format. Pure.
[[nodiscard]] Result<HintPlan> planHint(
    const KindList& all, const Kind& kind, KindAnswer answer, const config::Deployment& deployment);

} // namespace lockkeeper::observe
