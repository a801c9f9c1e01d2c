// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/formats/certainty.h"
#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// A format, and the lock as its recogniser has decoded it.
struct Match {
    FormatPtr format;
    DecodedLock lock; ///< without what follows from the format, see withFormatDetails()
};

/// What a reading is taken for, and why.
struct Assessment {
    std::optional<Match> match; ///< nullopt: no lock, as far as known
    CertaintyReason reason = CertaintyReason::NothingSaysLock;
};

/// The lock formats of a deployment: decides which keys are locks, and how sure that is. Immutable;
/// safe to share between threads.
class FormatSet {
public:
    /// Tries the formats in this order. `lockNames` are globs: each string under one of these names
    /// is a lock, whatever its value.
    FormatSet(Formats formats,
        std::vector<std::string> lockNames
        = {}); // NOLINT(google-explicit-constructor): a list of formats is a set

    /// The formats of a deployment, in this order: hinted formats, the user's own, the built-in
    /// ones. A hinted format is used for its keys whatever their names and TTLs, and without
    /// alternatives; if the value does not have that format, the others are tried. The first hint
    /// that matches a key counts, but a hint to kNoLock before all. A pattern of the deployment
    /// names locks, unless it begins with a wildcard. InvalidArgument with one line for a hint to
    /// an unknown format, for a name or glob that is missing or taken, and for a pattern that is no
    /// regular expression.
    [[nodiscard]] static Result<FormatSet> of(const config::Deployment& deployment);

    /// The first format that recognises the reading; nullopt: not known to be a lock. Pure.
    [[nodiscard]] std::optional<Match> match(const KeyReading& reading, WallTime now) const;

    /// The same for a string that replaced a lock's: any value counts, as under one of `lockNames`.
    /// nullopt: it is no string, too long, or a hint says that it is no lock. Pure.
    [[nodiscard]] std::optional<Match> matchOverwritten(
        const KeyReading& reading, WallTime now) const;

    /// match(), and the reason for its answer. Slower than match(). Pure.
    [[nodiscard]] Assessment assess(const KeyReading& reading, WallTime now) const;

    /// match() and withFormatDetails() together: everything that is known about a reading. Pure.
    [[nodiscard]] std::optional<DecodedLock> recognise(
        const KeyReading& reading, WallTime now) const;

    /// The queue of waiters beside this lock; nullopt: its format has none. Of a key that is not
    /// stored, any format's. Pure.
    [[nodiscard]] std::optional<WaitQueue> queueOf(const KeyReading& reading, WallTime now) const;
    /// What the keys of these lists begin with, for locks whose names begin with `prefix`. Pure.
    [[nodiscard]] std::vector<std::string> queuePrefixes(std::string_view prefix) const;
    /// The lock in whose queue the waiters of this list stand; nullopt: it is no such list. Pure.
    [[nodiscard]] std::optional<std::string> lockOfQueue(std::string_view list) const;

    [[nodiscard]] const Formats& formats() const noexcept { return m_formats; }
    friend bool operator==(const FormatSet&, const FormatSet&) = default;

private:
    /// `given`: what the name says; nullopt: to be found out.
    [[nodiscard]] std::optional<Match> matchAs(
        const KeyReading& reading, WallTime now, std::optional<NameHint> given) const;

    Formats m_formats;
    std::vector<std::string> m_lockNames; ///< globs
    std::vector<std::string> m_otherNames; ///< globs: never a lock
    std::vector<std::string> m_queuesBegin; ///< names of all lists of waiters
};

/// The name that hints give to keys that are no locks, whatever they look like.
inline constexpr std::string_view kNoLock = "none";

/// Names of all built-in formats. A hint may use them, besides the names of user formats; a user
/// format must not.
[[nodiscard]] std::vector<std::string> formatNames();

/// Of the built-in formats, those that a hint may give to this key: they read its value. Those that
/// need no hint first. Slow: it tries all. Pure.
[[nodiscard]] std::vector<std::string> formatsThatRead(const KeyReading& reading, WallTime now);

} // namespace lockkeeper::observe
