// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/sweep.h"

#include "core/observe/read_key.h"

#include <unordered_set>

namespace lockkeeper::observe {
namespace {

using redis::Command;
using redis::Reply;

class Sweep : public std::enable_shared_from_this<Sweep> {
public:
    Sweep(std::vector<redis::Transport*> masters, const Clock& clock, SweepOptions options,
        std::function<void(SweepResult)> done)
        : m_transports(std::move(masters))
        , m_clock(clock)
        , m_options(std::move(options))
        , m_done(std::move(done))
    {
        m_result.masters.resize(m_transports.size());
        if (m_options.patterns.empty()) {
            m_isUnasked = true;
            m_options.patterns.emplace_back("*");
        }
    }

    void start()
    {
        forEachMaster([this](std::size_t master) { ping(master); }, &Sweep::checkSize);
    }

private:
    using Stage = void (Sweep::*)();

    /// Runs `begin` for every master that has not failed; `next` once all of them have ended
    /// their part by leave().
    void forEachMaster(const std::function<void(std::size_t)>& begin, Stage next)
    {
        m_next = next;
        // One more than the masters: the stage can't end while it is still being started.
        m_busy = 1;
        for (std::size_t i = 0; i < m_transports.size(); ++i) {
            if (m_result.masters[i].error)
                continue;
            ++m_busy;
            begin(i);
        }
        leave();
    }

    void leave()
    {
        if (--m_busy == 0)
            (this->*m_next)();
    }

    void failMaster(std::size_t master, Error error)
    {
        if (!m_result.masters[master].error)
            m_result.masters[master].error = std::move(error);
    }

    void send(std::size_t master, Command command, std::function<void(Result<Reply>)> handler)
    {
        m_transports[master]->send(std::move(command), m_options.timeout,
            [self = shared_from_this(), handler = std::move(handler)](
                Result<Reply> reply) { handler(std::move(reply)); });
    }

    void ping(std::size_t master)
    {
        send(master, {"PING"}, [this, master](Result<Reply> reply) {
            // A user without +ping still answers; any other error is the master's.
            if (!reply && reply.error().kind != ErrorClass::NoPermission)
                failMaster(master, std::move(reply.error()));
            leave();
        });
    }

    void checkSize()
    {
        if (!m_isUnasked)
            return scan();
        forEachMaster(
            [this](std::size_t master) {
                send(master, {"DBSIZE"}, [this, master](Result<Reply> reply) {
                    if (reply)
                        m_totalKeys += static_cast<std::size_t>(reply->integer);
                    else
                        failMaster(master, std::move(reply.error()));
                    leave();
                });
            },
            &Sweep::scan);
    }

    void scan()
    {
        if (m_isUnasked && m_totalKeys >= m_options.maxKeysUnasked) {
            m_result.error = Error{ErrorClass::TooManyKeys,
                "the masters hold " + std::to_string(m_totalKeys)
                    + " keys: name the locks' keys by a pattern (--match 'lock:*')"};
            return m_done(std::move(m_result));
        }
        forEachMaster([this](std::size_t master) { scanPattern(master, 0, "0"); }, &Sweep::readAll);
    }

    void scanPattern(std::size_t master, std::size_t pattern, const std::string& cursor)
    {
        if (pattern == m_options.patterns.size())
            return leave();
        send(master,
            {"SCAN", cursor, "MATCH", m_options.patterns[pattern], "COUNT",
                std::to_string(m_options.scanCount)},
            [this, master, pattern](
                Result<Reply> reply) { onScanned(master, pattern, std::move(reply)); });
    }

    void onScanned(std::size_t master, std::size_t pattern, Result<Reply> reply)
    {
        const bool isWellFormed
            = reply && reply->elements.size() == 2 && reply->elements[1].isArray();
        if (!isWellFormed) {
            failMaster(master,
                reply ? Error{ErrorClass::ServerError, "unexpected reply to SCAN",
                    m_transports[master]->master()}
                      : std::move(reply.error()));
            return leave();
        }
        for (Reply& name : reply->elements[1].elements) {
            if (m_seen.insert(name.text).second)
                m_result.keys.push_back(std::move(name.text));
        }
        const std::string cursor = reply->elements[0].text;
        if (cursor == "0")
            scanPattern(master, pattern + 1, "0");
        else
            scanPattern(master, pattern, cursor);
    }

    void readAll()
    {
        m_toRead.resize(m_result.keys.size());
        for (std::size_t i = 0; i < m_toRead.size(); ++i)
            m_toRead[i] = i;
        for (MasterSweep& master : m_result.masters)
            master.readings.resize(m_result.keys.size());
        readListed(&Sweep::confirm);
    }

    /// Reads the keys of m_toRead on every master.
    void readListed(Stage next)
    {
        m_cursors.assign(m_transports.size(), Cursor{});
        forEachMaster([this](std::size_t master) { readMore(master); }, next);
    }

    void readMore(std::size_t master)
    {
        Cursor& cursor = m_cursors[master];
        const bool isFailed = m_result.masters[master].error.has_value();
        while (!isFailed && cursor.next < m_toRead.size()
            && cursor.inFlight < m_options.keysInFlight) {
            const std::size_t key = m_toRead[cursor.next++];
            ++cursor.inFlight;
            readKey(*m_transports[master], m_clock, m_result.keys[key], m_options.timeout,
                [self = shared_from_this(), master, key](
                    Result<KeyReading> reading) { self->onRead(master, key, std::move(reading)); });
        }
        if (cursor.inFlight == 0)
            leave();
    }

    void onRead(std::size_t master, std::size_t key, Result<KeyReading> reading)
    {
        if (reading)
            m_result.masters[master].readings[key] = std::move(*reading);
        else
            failMaster(master, std::move(reading.error()));
        --m_cursors[master].inFlight;
        readMore(master);
    }

    void confirm()
    {
        std::erase_if(m_toRead, [this](std::size_t key) { return isUnanimous(key); });
        readListed(&Sweep::finish);
    }

    [[nodiscard]] bool isUnanimous(std::size_t key) const
    {
        const KeyReading* first = nullptr;
        for (const MasterSweep& master : m_result.masters) {
            if (master.error)
                continue;
            const KeyReading& reading = master.readings[key];
            if (first == nullptr)
                first = &reading;
            else if (reading.type != first->type || reading.value != first->value
                || reading.fields != first->fields)
                return false;
        }
        return true;
    }

    void finish()
    {
        for (MasterSweep& master : m_result.masters) {
            master.isComplete = !master.error;
            if (!master.isComplete)
                master.readings.clear();
        }
        m_done(std::move(m_result));
    }

    struct Cursor {
        std::size_t next = 0;
        std::size_t inFlight = 0;
    };

    std::vector<redis::Transport*> m_transports;
    const Clock& m_clock;
    SweepOptions m_options;
    std::function<void(SweepResult)> m_done;
    SweepResult m_result;
    bool m_isUnasked = false;
    std::size_t m_totalKeys = 0;
    std::unordered_set<std::string> m_seen;
    std::vector<std::size_t> m_toRead; ///< indexes into m_result.keys
    std::vector<Cursor> m_cursors;
    std::size_t m_busy = 0;
    Stage m_next = nullptr;
};

} // namespace

void sweep(std::vector<redis::Transport*> masters, const Clock& clock, SweepOptions options,
    std::function<void(SweepResult)> done)
{
    std::make_shared<Sweep>(std::move(masters), clock, std::move(options), std::move(done))
        ->start();
}

} // namespace lockkeeper::observe
