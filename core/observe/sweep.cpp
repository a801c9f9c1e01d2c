// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/sweep.h"

#include "core/observe/read_key.h"
#include "core/observe/scan_names.h"
#include "core/redis/fan_out.h"

#include <unordered_set>

namespace lockkeeper::observe {
namespace {

using redis::Reply;
using redis::Transport;

/// True if all masters that answered store the same under a key.
bool isUnanimous(const SweepResult& sweep, std::size_t key)
{
    const KeyReading* first = nullptr;
    for (const MasterSweep& master : sweep.masters) {
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

void markComplete(SweepResult& sweep)
{
    for (MasterSweep& master : sweep.masters) {
        master.isComplete = !master.error;
        if (!master.isComplete)
            master.readings.clear();
    }
}

/// The stages of one sweep. Each asks all masters at once; one that fails is left out of the rest.
class Sweep : public std::enable_shared_from_this<Sweep> {
public:
    Sweep(std::vector<Transport*> masters, const Clock& clock, SweepOptions options,
        std::function<void(SweepResult)> done)
        : m_transports(std::move(masters))
        , m_clock(clock)
        , m_options(std::move(options))
        , m_done(std::move(done))
    {
        m_result.masters.resize(m_transports.size());
        m_isUnasked = m_options.patterns.empty();
        if (m_isUnasked)
            m_options.patterns.emplace_back("*");
    }

    void ping()
    {
        stage<Reply>(
            [this](Transport& transport, auto handler) {
                transport.send({"PING"}, m_options.timeout, [handler](Result<Reply> reply) {
                    // A user without +ping still answers; any other error is the master's.
                    const bool isRefused = !reply && reply.error().kind == ErrorClass::NoPermission;
                    handler(isRefused ? Result<Reply>(Reply::nil()) : std::move(reply));
                });
            },
            [](std::size_t, const Reply&) {}, [this] { m_isUnasked ? countKeys() : scan(); });
    }

private:
    template <class T> using Handler = std::function<void(Result<T>)>;

    /// Runs `ask` for every master that has not failed, `take` for each answer, then `next`.
    template <class T>
    void stage(std::function<void(Transport&, Handler<T>)> ask,
        std::function<void(std::size_t, T&)> take, std::function<void()> next)
    {
        redis::fanOut<T>(
            m_transports,
            [this, ask = std::move(ask)](
                std::size_t master, Transport& transport, Handler<T> handler) {
                if (const auto& error = m_result.masters[master].error)
                    handler(tl::make_unexpected(*error));
                else
                    ask(transport, std::move(handler));
            },
            [self = shared_from_this(), take = std::move(take), next = std::move(next)](
                std::vector<Result<T>> answers) {
                for (std::size_t i = 0; i < answers.size(); ++i) {
                    if (answers[i])
                        take(i, *answers[i]);
                    else
                        self->m_result.masters[i].error = std::move(answers[i].error());
                }
                next();
            });
    }

    void countKeys()
    {
        stage<Reply>(
            [this](Transport& transport, auto handler) {
                transport.send({"DBSIZE"}, m_options.timeout, std::move(handler));
            },
            [this](std::size_t, const Reply& reply) {
                m_totalKeys += static_cast<std::size_t>(reply.integer);
            },
            [this] { scan(); });
    }

    void scan()
    {
        if (m_isUnasked && m_totalKeys >= m_options.maxKeysUnasked) {
            m_result.error = Error{ErrorClass::TooManyKeys,
                "the masters hold " + std::to_string(m_totalKeys)
                    + " keys, too many to look at without a pattern"};
            return m_done(std::move(m_result));
        }
        stage<std::vector<std::string>>(
            [this](Transport& transport, auto handler) {
                scanNames(transport, {m_options.patterns, m_options.scanCount, m_options.timeout},
                    std::move(handler));
            },
            [this](std::size_t, std::vector<std::string>& names) {
                for (std::string& name : names)
                    m_names.insert(std::move(name));
            },
            [this] { readAll(); });
    }

    void readAll()
    {
        while (!m_names.empty())
            m_result.keys.push_back(std::move(m_names.extract(m_names.begin()).value()));
        readStage(
            m_result.keys,
            [this](std::size_t master, std::vector<KeyReading>& readings) {
                m_result.masters[master].readings = std::move(readings);
            },
            [this] { confirm(); });
    }

    void confirm()
    {
        for (std::size_t key = 0; key < m_result.keys.size(); ++key) {
            if (!isUnanimous(m_result, key)) {
                m_doubtful.push_back(key);
                m_doubtfulNames.push_back(m_result.keys[key]);
            }
        }
        readStage(
            m_doubtfulNames,
            [this](std::size_t master, std::vector<KeyReading>& readings) {
                for (std::size_t i = 0; i < m_doubtful.size(); ++i)
                    m_result.masters[master].readings[m_doubtful[i]] = std::move(readings[i]);
            },
            [this] {
                markComplete(m_result);
                m_done(std::move(m_result));
            });
    }

    void readStage(const std::vector<std::string>& keys,
        std::function<void(std::size_t, std::vector<KeyReading>&)> take, std::function<void()> next)
    {
        stage<std::vector<KeyReading>>(
            [this, &keys](Transport& transport, auto handler) {
                readKeys(transport, m_clock, keys, {m_options.keysInFlight, m_options.timeout},
                    std::move(handler));
            },
            std::move(take), std::move(next));
    }

    std::vector<Transport*> m_transports;
    const Clock& m_clock;
    SweepOptions m_options;
    std::function<void(SweepResult)> m_done;
    SweepResult m_result;
    bool m_isUnasked = false;
    std::size_t m_totalKeys = 0;
    std::unordered_set<std::string> m_names;
    std::vector<std::size_t> m_doubtful; ///< indexes into m_result.keys
    std::vector<std::string> m_doubtfulNames;
};

} // namespace

void sweep(std::vector<Transport*> masters, const Clock& clock, SweepOptions options,
    std::function<void(SweepResult)> done)
{
    std::make_shared<Sweep>(std::move(masters), clock, std::move(options), std::move(done))->ping();
}

} // namespace lockkeeper::observe
