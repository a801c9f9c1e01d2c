// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/cast_votes.h"
#include "core/observe/board/publishing.h"
#include "core/observe/board/recognition.h"

#include <deque>
#include <set>
#include <span>

namespace lockkeeper::observe {

/// All locks of a deployment: one entry per resource, from its latest reading on each master.
///
/// - Readings come in any order. Masters read before a resource's first lock vote NoAnswer until
///   read again, see takeUnconfirmed(). If masters store locks of different types under one name
///   and a third something else, use readAll().
/// - A new lock is published when all masters being swept have voted, or after two seconds while
///   few are published.
/// - Thread: its watcher's. `clock` and all that the rules refer to must outlive it.
class Board {
public:
    Board(std::vector<MasterId> masters, FormatSet formats, const Clock& clock, EvidenceRules rules,
        Certainty least = Certainty::Possible);
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    [[nodiscard]] const KnownKeys& keys() const noexcept { return m_keys; }
    void read(std::size_t master, const KeyReading& reading);
    void fail(std::size_t master, const std::string& key, const Error& error);
    /// One resource's readings by master. If any is a lock, all are votes.
    void readAll(const std::string& key, const std::vector<Result<KeyReading>>& readings);
    /// Its votes become NoAnswer, or Error if it answered; they keep the time of its last answer.
    void failMaster(std::size_t master, const Error& error);
    /// As failMaster(), and drops all that the master reported. Returns how many resources only it
    /// reported; the next take() removes them.
    std::size_t disbelieveMaster(std::size_t master, const Error& error);

    /// The master may store keys that it did not report, until its next sweep. Its votes remain.
    void invalidate(std::size_t master) noexcept;

    /// Pushed changes until then were read. nullopt: it pushes none.
    void setPushed(std::size_t master, std::optional<SteadyTime> until);

    void followHolds() noexcept { m_areHoldsFollowed = true; }

    [[nodiscard]] CastVotes& votes() noexcept { return m_votes; }
    [[nodiscard]] const CastVotes& votes() const noexcept { return m_votes; }
    /// Read or note all keys of the master before endSweep().
    void beginSweep(std::size_t master);
    /// The master votes Free on keys neither read nor noted since beginSweep(). `areLossesKnown`
    /// false: call settleLosses() once all reports until now are read. `reportsSince`: the master
    /// reports each command since then. Returns locks read since then whose early end no report
    /// explains yet; their votes stay.
    std::vector<std::string> endSweep(std::size_t master, bool areLossesKnown = true,
        SteadyTime reportsSince = SteadyTime::max());
    void settleLosses(std::size_t master);

    /// A scan found the name. False: read it.
    [[nodiscard]] bool markSeen(std::size_t master, const std::string& key)
    {
        return m_keys.markSeen(master, key);
    }
    [[nodiscard]] bool isOther(std::size_t master, const std::string& key) const
    {
        return m_keys.others().isStored(key, master);
    }
    /// Stored locks neither read nor noted since beginSweep().
    [[nodiscard]] std::vector<std::string> takeNotSeen(std::size_t master);

    /// Changes since the last take(), with totals. A resource goes when no quorum can hold it and
    /// no silent master may still store its token.
    [[nodiscard]] BoardUpdate take();
    void republishAll() noexcept { m_publishing.republishAll(); }
    [[nodiscard]] bool hasChanges() { return m_publishing.hasChanges(m_keys.locks()); }

    /// The next `most` resources undecoded or in dispute. Read them on all masters, then confirm()
    /// each.
    [[nodiscard]] std::vector<std::string> takeUnconfirmed(std::size_t most);
    /// All masters were read again: a remaining disagreement is real. `isKnown` false: a reading
    /// does not count yet; read again later.
    void confirm(const std::string& key, bool isKnown = true);
    /// An end at `at` would precede the TTL of the master's token, read since `since`.
    [[nodiscard]] bool endsEarly(
        std::size_t master, const std::string& key, SteadyTime since, SteadyTime at) const;
    [[nodiscard]] std::vector<std::string> someStored(std::size_t master, std::size_t most) const;
    /// The reading shows the token stored before, not prolonged.
    [[nodiscard]] bool isAsBefore(std::size_t master, const KeyReading& reading) const;

    /// Votes whose TTL has passed, once until read again.
    [[nodiscard]] std::vector<ExpiredVote> takeExpired();

    /// Searches `first` and the next `most` locks for evidence that comes with time.
    void reassess(std::size_t most, const std::set<Resource>& first = {});

    [[nodiscard]] std::size_t size() const noexcept { return m_keys.locks().size(); }
    [[nodiscard]] LockEntryPtr find(const std::string& key) const;

private:
    using Record = BoardRecord;
    using Recognised = Recognition::Recognised;

    Record& addRecord(
        std::size_t master, const KeyReading& reading, PackedLock lock, const Fingerprint& token);
    bool setVote(Record& record, std::size_t master, const Recognised& recognised);
    void noteHold(const Record& record, std::size_t master, SteadyTime at);
    void setFailed(Record& record, std::size_t master, const Votes::ErrorPtr& error);
    void updateFormat(Record& record, const KeyReading& reading, const Recognised& recognised);
    void noteDescribed(Record& record, const std::optional<Fingerprint>& before);
    void forget(Record& record);

    MasterIds m_masters;
    const Clock& m_clock;
    KnownKeys m_keys;
    Recognition m_recognition;
    CastVotes m_votes;
    Publishing m_publishing;
    bool m_areHoldsFollowed = false;
    std::deque<HoldChange> m_holds;
};

} // namespace lockkeeper::observe
