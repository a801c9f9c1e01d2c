// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_records.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/other_keys.h"
#include "core/observe/board/staleness.h"
#include "core/observe/reading/key_reading.h"

#include <deque>
#include <span>

namespace lockkeeper::observe {

/// The state of all locks of a deployment: one entry per resource, made from its latest reading on
/// each master. Readings arrive one by one, in any order; take() returns what has changed since the
/// last call.
///
/// Until all masters have been swept, a lock may lack votes; such a vote counts as no answer. A new
/// lock is not published until all masters being swept have voted on it, or until two seconds have
/// passed and only few locks were published. Otherwise most of a large board would be published
/// again and again.
///
/// Not thread-safe; lives on its watcher's thread. `clock` and everything that the rules refer to
/// must outlive it.
class Board {
public:
    Board(std::vector<MasterId> masters, Formats formats, const Clock& clock, EvidenceRules rules);
    ~Board();
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    /// Prefetches the records of these keys or names into the CPU cache (at most kMostExpected).
    /// Call it just before they are read or noted. Changes nothing.
    static constexpr std::size_t kMostExpected = BoardRecords::kMostExpected;
    void expect(std::span<const KeyReading> next) const;
    void expect(std::span<const redis::Reply> names) const;
    /// Records one master's vote on one resource. A key that is not known to be a lock is only
    /// counted, unless another master stores a lock of that name.
    void read(std::size_t master, KeyReading reading);
    /// Records that the master answers but could not read the key: its vote is an error. The key is
    /// not counted as another key.
    void fail(std::size_t master, const std::string& key, const Error& error);
    /// Records that the master does not answer: its votes on all resources become NoAnswer (Error,
    /// if it answered with an error), with the age of its last answer.
    void failMaster(std::size_t master, const Error& error);

    /// The data of the master may have changed; it must be swept again. Its votes remain, with
    /// their age, but a key that it has not reported may still exist.
    void invalidate(std::size_t master) noexcept;

    /// Whether the master reports changes. If not, they are seen only when a key is read.
    void setPushed(std::size_t master, bool isPushed)
    {
        m_rules.attention[master].isPushed = isPushed;
    }

    /// Starts a sweep: readings from now to endSweep() are everything that the master stores.
    void beginSweep(std::size_t master);
    /// Ends a sweep: keys that were not read since beginSweep() are free on this master.
    void endSweep(std::size_t master);

    /// Records that the master has this key, as seen in a scan of its names. Returns false if the
    /// board does not know that: the key must be read.
    [[nodiscard]] bool markSeen(std::size_t master, const std::string& key);
    /// The latest reading of a lock on one master.
    struct LastRead {
        SteadyTime at;
        std::size_t commands; ///< number of commands needed to read it
    };
    /// Returns nullopt if the master is not known to store this lock.
    [[nodiscard]] std::optional<LastRead> lastRead(
        std::size_t master, const std::string& key) const;
    /// True if the master is known to store this key, and it is not known to be a lock.
    [[nodiscard]] bool isOther(std::size_t master, const std::string& key) const;
    /// Number of commands needed to read this key, as far as known.
    [[nodiscard]] std::size_t commandsToRead(const std::string& key) const;
    /// Keys that the board knows on this master but that were neither read nor noted since
    /// beginSweep(). Each is returned once.
    [[nodiscard]] std::vector<std::string> takeNotSeen(std::size_t master);

    /// The changes since the last take(). Fills `changed`, `gone`, `otherKeys`, `locks`, `quorum`
    /// and `asOf`. A resource stays on the board until enough masters for a quorum report that it
    /// is free.
    [[nodiscard]] BoardUpdate take();
    /// Makes the next take() return all entries, changed or not.
    void republishAll() noexcept { m_isRetelling = true; }
    [[nodiscard]] bool hasChanges();

    /// The next `most` resources on which the answering masters disagree, unless the disagreement
    /// was confirmed. Each is returned once: read it on all masters, then call confirm().
    [[nodiscard]] std::vector<std::string> takeUnconfirmed(std::size_t most);
    /// All masters were read again: a remaining disagreement is real.
    void confirm(const std::string& key);

    /// A vote whose TTL has passed: read the key on this master.
    struct Expired {
        std::size_t master;
        std::string key;
    };
    /// Votes whose TTL has passed. Each is returned once, unless it is read again with a TTL.
    [[nodiscard]] std::vector<Expired> takeExpired();

    /// Searches the next `most` locks for new evidence: processes end and locks grow old without a
    /// change to any key. Only some at a time, because all at once would delay changes.
    void reassess(std::size_t most);

    [[nodiscard]] std::size_t size() const noexcept { return m_records.size(); }
    /// The entry as it will be published; null if it is not on the board.
    [[nodiscard]] LockEntryPtr find(const std::string& key) const;

private:
    using Record = BoardRecord;
    /// A record that changed since the last take(), with its entry at that time.
    struct Dirty {
        Record* record;
        LockEntryPtr before;
    };

    static std::optional<Fingerprint> tokenOf(
        const KeyReading& reading, const ValueMark& mark, const Record* record);
    [[nodiscard]] bool isForeign(const LockEntry& entry, const KeyReading& reading) const;
    Record& addRecord(const KeyReading& reading, PackedLock lock);
    LockEntry& edit(Record& record);
    void setVote(Record& record, std::size_t master, const Vote& vote);
    static void noteRenewal(LockEntry& entry, bool isSameToken, const Vote& vote);
    [[nodiscard]] bool isAllSeen(std::size_t master) const noexcept;
    [[nodiscard]] static std::optional<Fingerprint> contestedLeader(const LockEntry& entry);
    void noteLeader(Record& record, const std::optional<Fingerprint>& before);
    void updateFormat(Record& record, const KeyReading& reading);
    void readOther(std::size_t master, const KeyReading& reading);
    void markUnconfirmed(Record& record);
    [[nodiscard]] bool finish(LockEntry& entry, const LockEntryPtr& before);
    void releaseNewRecords();
    [[nodiscard]] bool isAwaited(const Votes& votes) const;
    [[nodiscard]] bool needsConfirmation(const Votes& votes) const;
    void forget(Record& record);

    MasterIds m_masters;
    Formats m_formats;
    const Clock& m_clock;
    EvidenceRules m_rules;
    BoardRecords m_records;
    SweepMarks m_marks;
    OtherKeys m_others;
    ExpiryIndex<Record> m_expiries;
    std::vector<Dirty> m_dirty;
    /// New records that wait for more votes before they are published.
    std::vector<Record*> m_newRecords;
    SteadyTime m_nextFresh{};
    std::deque<std::string> m_doubtful;
    std::vector<bool> m_isWhole; ///< by master: swept since its last failure
    std::vector<bool> m_isBeingSwept; ///< by master: for the first time since its failure
    std::size_t m_reassessed = 0; ///< number of records in this round
    std::uint64_t m_revision = 0;
    bool m_isRetelling = false;
};

} // namespace lockkeeper::observe
