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

/// The format of a kind of locks: the one that was recognised in all of its keys, if that is sure;
/// else "unknown", which takes any string. Empty if a person has to choose one: numbers without a
/// TTL may be a lock, or count what is free, and are not freed in the same way. Pure.
[[nodiscard]] std::string formatOfLocks(const Kind& kind);

/// The hint that makes all keys of `kind` locks, or none. `format` (Lock): empty: formatOfLocks().
///
/// InvalidArgument with one line if no hint says just that: the kind has no fixed part in its name;
/// its pattern also matches kinds of `all` that are taken for the opposite; another hint of the
/// deployment counts before; its keys are no strings and of no known format; no format was chosen
/// where one must be; or `format` does not read the keys. Pure.
[[nodiscard]] Result<HintPlan> planHint(const KindList& all, const Kind& kind, KindAnswer answer,
    const config::Deployment& deployment, const std::string& format = {});

} // namespace lockkeeper::observe
