// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty/certainty.h"
#include "core/observe/kinds/value_shape.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// How many keys of a kind have a property.
template <class T> struct Share {
    T what{};
    std::size_t keys = 0;
    friend bool operator==(const Share&, const Share&) = default;
};
/// The most frequent first.
template <class T> using Shares = std::vector<Share<T>>;

/// Keys whose names differ only in their variable parts. A value. Text comes from servers: pass it
/// through displaySafe() before showing it.
struct Kind {
    std::string name; ///< see kindText(); a part with many different words is `<word>`
    std::string pattern; ///< a glob that matches all names of the kind, and maybe others
    std::size_t keys = 0;
    // Of these keys, what they are taken for; the rest is no lock.
    std::size_t certain = 0;
    std::size_t likely = 0;
    std::size_t possible = 0;
    /// What most of the keys that are taken for locks are; nullopt: all of them are no locks.
    std::optional<Certainty> certainty;
    CertaintyReason reason = CertaintyReason::NothingSaysLock; ///< the most frequent one of these
    /// Formats of the keys that are taken for locks.
    Shares<std::string> formats;
    /// True if some of these may also be another library's.
    bool isFormatAmbiguous = false;
    Shares<ValueType> types;
    Shares<ValueShape> shapes;
    std::size_t withoutTtl = 0;
    std::optional<std::chrono::milliseconds> shortestTtl; ///< of the keys with a TTL
    std::optional<std::chrono::milliseconds> longestTtl;
    std::string example; ///< the name of a key

    /// Number of keys that are taken for locks.
    [[nodiscard]] std::size_t locks() const noexcept { return certain + likely + possible; }
};

/// The keys of a deployment, by kind.
struct KindList {
    std::vector<Kind> kinds; ///< most keys first
    std::size_t keys = 0; ///< all that were counted
    std::size_t otherKeys = 0; ///< of these, keys of kinds that are too rare to be listed
    bool isCut = false; ///< there were more keys than can be counted
};

} // namespace lockkeeper::observe
