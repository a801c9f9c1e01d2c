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

/// The one picture of all locks of a deployment: one entry per resource, made from the latest
/// reading of it on each master. Readings come one by one, in any order; take() hands out what has
/// changed since it was called last.
///
/// While not all masters were swept, a lock may lack votes: those masters then count as giving no
/// answer. A new lock is not told before the masters that are being swept have told their votes on
/// it, or two seconds have passed and few locks were told: else most of a large board would be told
/// again and again.
/// Not thread-safe; lives on its watcher's thread. `clock` and what the rules refer to must
/// outlive it.
class Board {
public:
    Board(std::vector<MasterId> masters, Formats formats, const Clock& clock, EvidenceRules rules);
    ~Board();
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    /// These keys are read, or these names noted, next: has what is known of them at hand, of the
    /// first kMostExpected. Changes nothing.
    static constexpr std::size_t kMostExpected = BoardRecords::kMostExpected;
    void expect(std::span<const KeyReading> next) const;
    void expect(std::span<const redis::Reply> names) const;
    /// One master's vote on one resource. What is not a lock as far as known is counted, unless
    /// another master stores a lock of that name.
    void read(std::size_t master, KeyReading reading);
    /// The key could not be read there, although the master answers: its vote is an error. It
    /// counts as no other key.
    void fail(std::size_t master, const std::string& key, const Error& error);
    /// The master does not answer: its votes on all resources are NoAnswer (Error, if it answered
    /// with an error), with the age of what it said last.
    void failMaster(std::size_t master, const Error& error);

    /// The master may store anything by now, until it was swept once more: its votes stay, with
    /// their age, but that it has not told of a key says nothing.
    void loseTrack(std::size_t master) noexcept;

    /// Whether the master tells changes; else they are seen only when a key is read.
    void setTold(std::size_t master, bool isTold) { m_rules.attention[master].isTold = isTold; }

    /// What is read from now on until endSweep() is all that the master stores.
    void beginSweep(std::size_t master);
    /// What was not read since is free there.
    void endSweep(std::size_t master);

    /// The master has this key, says a look at its names. False if the board does not know that: it
    /// is to be read.
    [[nodiscard]] bool noteSeen(std::size_t master, const std::string& key);
    /// A lock that the master stores, as far as known.
    struct LastRead {
        SteadyTime at;
        std::size_t commands; ///< that it takes to read it
    };
    /// Nullopt: the master stores no such lock, as far as known.
    [[nodiscard]] std::optional<LastRead> lastRead(
        std::size_t master, const std::string& key) const;
    /// The master stores this, and it is no lock, as far as known.
    [[nodiscard]] bool isOther(std::size_t master, const std::string& key) const;
    /// How many commands it takes to read this key, as far as known.
    [[nodiscard]] std::size_t commandsToRead(const std::string& key) const;
    /// What the board knows of the master and neither was read nor noted since beginSweep(). Each
    /// is told once.
    [[nodiscard]] std::vector<std::string> takeUnseen(std::size_t master);

    /// The changes since the last take(): fills `changed`, `gone`, `otherKeys`, `locks`, `quorum`
    /// and `asOf`. A resource stays on the board until masters enough for a quorum say that it is
    /// free.
    [[nodiscard]] BoardUpdate take();
    /// The next take() hands out all entries, changed or not.
    void retell() noexcept { m_isRetelling = true; }
    [[nodiscard]] bool hasChanges();

    /// Resources on which the masters that answer disagree, and whose disagreement was not
    /// confirmed: the next `most` of them. Each is told once; read it on all masters, and confirm()
    /// it then.
    [[nodiscard]] std::vector<std::string> takeDoubtful(std::size_t most);
    /// All masters were read once more: if they still disagree, they do.
    void confirm(const std::string& key);

    /// A vote that runs out: read that key on that master.
    struct Expired {
        std::size_t master;
        std::string key;
    };
    /// Votes whose TTL has run out. Each is told once, unless it is read again with a TTL.
    [[nodiscard]] std::vector<Expired> takeExpired();

    /// Looks for evidence anew in what has not been read for some time: processes end, and locks
    /// grow old, without a change to any key. Does the next `most` locks: all at once would keep
    /// changes waiting.
    void reassess(std::size_t most);

    [[nodiscard]] std::size_t size() const noexcept { return m_records.size(); }
    /// The entry as it will be published; null: not on the board.
    [[nodiscard]] LockEntryPtr find(const std::string& key) const;

private:
    using Record = BoardRecord;
    /// A record that changed since the last take(), and its entry as it was then.
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
    void relabel(Record& record, const KeyReading& reading);
    void readOther(std::size_t master, const KeyReading& reading);
    void doubt(Record& record);
    [[nodiscard]] bool finish(LockEntry& entry, const LockEntryPtr& before);
    void tellFresh();
    [[nodiscard]] bool isAwaited(const Votes& votes) const;
    [[nodiscard]] bool isInDoubt(const Votes& votes) const;
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
    std::vector<Record*> m_fresh; ///< new ones that wait for more votes before they are told
    SteadyTime m_nextFresh{};
    std::deque<std::string> m_doubtful;
    std::vector<bool> m_isWhole; ///< by master: swept since it last failed
    std::vector<bool> m_isBeingSwept; ///< by master: for the first time since it failed
    std::size_t m_reassessed = 0; ///< records, in this round
    std::uint64_t m_revision = 0;
    bool m_isRetelling = false;
};

} // namespace lockkeeper::observe
