// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/cast_votes.h"
#include "core/observe/board/publishing.h"
#include "core/observe/board/recognition.h"

#include <set>
#include <span>

namespace lockkeeper::observe {

/// The state of all locks of a deployment: one entry per resource, made from its latest reading on
/// each master. take() returns what has changed since the last call.
///
/// Readings may arrive in any order. A resource comes onto the board with the first reading that a
/// lock format recognises. Earlier readings of it are no votes: the board keeps no values of other
/// keys, only which masters store them. Such a master votes Free if it was swept and does not store
/// the key; else its vote is NoAnswer until the key is read there again. takeUnconfirmed() names
/// the resources that need this. In one case the order still counts then: masters store locks of
/// different types under one name, and another master a value that is no lock. If the readings of
/// all masters are at hand use readAll(): then all count, in any order.
///
/// Until all masters have been swept, a lock may lack votes; such a vote counts as no answer. A new
/// lock is not published until all masters being swept have voted on it, or until two seconds have
/// passed and only few locks were published. Otherwise most of a large board would be published
/// again and again.
///
/// Its four parts are all keys (KnownKeys), what their values are (Recognition), the votes
/// (CastVotes), and what is told of them (Publishing). setVote() shows in which order they are told
/// of a vote.
///
/// Not thread-safe; lives on its watcher's thread. `clock` and everything that the rules refer to
/// must outlive it.
class Board {
public:
    /// Locks that are less certain than `least` are not published, only counted.
    Board(std::vector<MasterId> masters, FormatSet formats, const Clock& clock, EvidenceRules rules,
        Certainty least = Certainty::Possible);
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    /// All keys that the board knows, to prefetch their records before they are read or noted.
    [[nodiscard]] const KnownKeys& keys() const noexcept { return m_keys; }
    /// Records one master's vote on one resource. A key that is not known to be a lock is only
    /// counted as another key.
    void read(std::size_t master, const KeyReading& reading);
    /// Records that the key could not be read: the vote is Error, or NoAnswer if `error` says so.
    /// The key is not counted as another key.
    void fail(std::size_t master, const std::string& key, const Error& error);
    /// Records the readings of one resource on all masters, in the deployment's order: like read()
    /// and fail(), but each reading counts as a vote if any of them is a lock.
    void readAll(const std::string& key, const std::vector<Result<KeyReading>>& readings);
    /// Records that the master does not answer: its votes on all resources become NoAnswer (Error,
    /// if it answered with an error), with the age of its last answer.
    void failMaster(std::size_t master, const Error& error);
    /// Like failMaster(), and what it has told counts no more. Returns the number of resources that
    /// no other master has told of: they are gone with the next take().
    std::size_t disbelieveMaster(std::size_t master, const Error& error);

    /// The data of the master may have changed; it must be swept again. Its votes remain, with
    /// their age, but a key that it has not reported may still exist.
    void invalidate(std::size_t master) noexcept;

    /// The master reports changes, and all until `until` have been read. nullopt: it reports none,
    /// so they are seen only when a key is read.
    void setPushed(std::size_t master, std::optional<SteadyTime> until);

    /// To note flushes and restarts there.
    [[nodiscard]] CastVotes& votes() noexcept { return m_votes; }
    /// Starts a sweep: readings from now to endSweep() are everything that the master stores.
    void beginSweep(std::size_t master);
    /// Ends a sweep: keys neither read nor noted since beginSweep() are free on this master.
    void endSweep(std::size_t master);

    /// Records that the master has this key, as seen in a scan of its names. Returns false if the
    /// board does not know that: the key must be read.
    [[nodiscard]] bool markSeen(std::size_t master, const std::string& key)
    {
        return m_keys.markSeen(master, key);
    }
    /// True if the master is known to store this key, and it is not known to be a lock.
    [[nodiscard]] bool isOther(std::size_t master, const std::string& key) const
    {
        return m_keys.others().isStored(key, master);
    }
    /// Locks whose token this master is known to store but that were neither read nor noted since
    /// beginSweep(). Each is returned once.
    [[nodiscard]] std::vector<std::string> takeNotSeen(std::size_t master);

    /// The changes since the last take(). Fills `changed`, `gone`, `otherKeys`, `locks`,
    /// `possible`, `quorum` and `asOf`. A resource stays on the board until so many masters report
    /// that it is free that the others can't make a quorum, and none of the others may still store
    /// what it told last.
    [[nodiscard]] BoardUpdate take();
    /// Makes the next take() return all entries, changed or not.
    void republishAll() noexcept { m_publishing.republishAll(); }
    [[nodiscard]] bool hasChanges() { return m_publishing.hasChanges(m_keys.locks()); }

    /// The next `most` resources whose leading value was not decoded, or with an unconfirmed
    /// disagreement of masters. Each is returned once: read it on all, then call confirm().
    [[nodiscard]] std::vector<std::string> takeUnconfirmed(std::size_t most);
    /// All masters were read again: a remaining disagreement is real.
    void confirm(const std::string& key);

    /// Votes whose TTL has passed. Each is returned once, unless it is read again with a TTL.
    [[nodiscard]] std::vector<ExpiredVote> takeExpired();

    /// Searches the locks named in `first` and the next `most` for new evidence: processes end and
    /// locks grow old without a change to any key. Only some: all at once would delay changes.
    void reassess(std::size_t most, const std::set<Resource>& first = {});

    /// Number of locks, with those that are not certain enough to be published.
    [[nodiscard]] std::size_t size() const noexcept { return m_keys.locks().size(); }
    /// The entry as it will be published; null if it is not on the board.
    [[nodiscard]] LockEntryPtr find(const std::string& key) const;

private:
    using Record = BoardRecord;
    using Recognised = Recognition::Recognised;

    Record& addRecord(
        std::size_t master, const KeyReading& reading, PackedLock lock, const Fingerprint& token);
    void setVote(Record& record, std::size_t master, const Recognised& recognised);
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
};

} // namespace lockkeeper::observe
