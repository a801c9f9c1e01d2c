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

/// First stage of reading a batch: values and TTLs of strings. Does no I/O.
class StringStage {
public:
    enum class Next {
        Nothing,
        Report,
        ReportError, ///< it can't be read: see error()
        ReadType, ///< no string, as far as known
        ReadAgain, ///< by other commands
    };
    struct Step {
        KeyReading* reading; ///< valid until start(); may be moved from
        Next next;
    };
    struct Commands {
        bool areMany = true; ///< MGET may be used
        bool hasRange = true; ///< GETRANGE may be used; otherwise GET is
    };

    /// `records`: null, or outlives this object. `memory` is reused.
    StringStage(MasterId master, const KeyRecords* records, std::vector<KeyReading> memory);

    void start(std::vector<std::string> keys, Commands commands);
    /// Pass the replies to take(), in order.
    void addCommands(redis::Pipeline& pipeline) const;
    /// The next reply. Each key gets one step other than Nothing.
    [[nodiscard]] Step take(Result<redis::Reply>& reply, const Clock& clock);

    /// Valid after ReportError.
    [[nodiscard]] const Error& error() const { return *m_error; }
    [[nodiscard]] const std::optional<Error>& refusal() const noexcept { return m_refusal; }
    /// Usable commands, by the replies so far.
    [[nodiscard]] Commands commands() const noexcept { return m_left; }
    /// Call nothing afterwards.
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
    std::vector<KeyReading> m_readings; ///< known short ones last
    std::size_t m_single = 0; ///< readings before them
    std::size_t m_replies = 0;
    Commands m_commands;
    Commands m_left;
    std::optional<Error> m_error; ///< of the key whose TTL comes next
    std::optional<Error> m_manyError; ///< of the latest MGET
    SteadyTime m_manyAt{};
    std::optional<Error> m_refusal;
};

} // namespace lockkeeper::observe
