// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_records.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"
#include "core/result.h"

#include <optional>
#include <vector>

namespace lockkeeper::observe {

/// The first stage of reading a batch of keys: values and TTLs of strings. Says which commands to
/// send, and makes readings of the replies; does no I/O. Keys that are known to be short strings
/// are read by MGET, the others by GETRANGE, one by one.
class StringStage {
public:
    /// What follows from the replies for one key.
    enum class Next {
        Nothing, ///< more replies for it will come
        Report, ///< the reading is complete
        ReportError, ///< it can't be read: see error()
        ReadType, ///< it is no string, as far as known
        ReadAgain, ///< by other commands
    };
    struct Step {
        KeyReading* reading; ///< valid until the next start(), and may be moved from
        Next next;
    };
    struct Commands {
        bool areMany = true; ///< MGET may be used
        bool hasRange = true; ///< GETRANGE may be used; otherwise GET is
    };

    /// `records` must outlive this object, or is null. `memory` is reused.
    StringStage(MasterId master, const KeyRecords* records, std::vector<KeyReading> memory);

    /// Begins anew with these keys.
    void start(std::vector<std::string> keys, Commands commands);
    /// Adds the commands for all keys. Their replies belong to take(), in order.
    void addCommands(redis::Pipeline& pipeline) const;
    /// Takes the next reply, which came at `now`. Each key gets one step that is not Nothing.
    [[nodiscard]] Step take(Result<redis::Reply>& reply, const Clock& clock);

    /// (ReportError) Why the key can't be read.
    [[nodiscard]] const Error& error() const { return *m_error; }
    /// Why strings can't be read at all by this user.
    [[nodiscard]] const std::optional<Error>& refusal() const noexcept { return m_refusal; }
    /// The commands that may be used from now on, by the replies so far.
    [[nodiscard]] Commands commands() const noexcept { return m_left; }
    /// Takes the memory back. Nothing may be called afterwards.
    [[nodiscard]] std::vector<KeyReading> takeMemory();

private:
    void takeValue(std::size_t index, Result<redis::Reply>& reply);
    void takeValues(std::size_t first, Result<redis::Reply>& reply);
    [[nodiscard]] Next nextOfKnown(KeyReading& reading, Result<redis::Reply>& ttl);
    [[nodiscard]] Next nextOf(KeyReading& reading, Result<redis::Reply>& ttl, SteadyTime now);
    [[nodiscard]] bool isSurelyGone(
        const KeyReading& reading, const Result<redis::Reply>& ttl) const;
    void expect(std::size_t first, std::size_t most) const;

    MasterId m_master;
    const KeyRecords* m_records;
    std::vector<KeyReading> m_readings; ///< those that are known to be short come last
    std::size_t m_single = 0; ///< readings in front of these
    std::size_t m_replies = 0;
    Commands m_commands; ///< used
    Commands m_left;
    std::optional<Error> m_error; ///< of the key whose TTL comes next
    std::optional<Error> m_manyError; ///< of the latest MGET
    SteadyTime m_manyAt{}; ///< when its reply came
    std::optional<Error> m_refusal;
};

} // namespace lockkeeper::observe
