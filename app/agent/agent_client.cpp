// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_client.h"

#include "core/text/tr_noop.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto kShortestPause = 100ms;
constexpr auto kLongestPause = 1s;
/// An update that was under way for so much longer than others comes through a jam: a new
/// connection is quicker.
constexpr auto kLate = 10s;

} // namespace

Result<Hello> greet(const AgentAddress& address, const Clock& clock)
{
    AgentStream stream(address);
    BoardReader reader(clock.now());
    Result<Hello> found = fail(ErrorClass::Unreachable, {});
    bool isFound = false;
    const Error why = stream.read({}, [&](std::string_view bytes) {
        auto messages = reader.take(bytes, clock.now());
        isFound = !messages || !messages->empty();
        if (!messages)
            found = tl::make_unexpected(messages.error());
        else if (isFound)
            found = std::get<Hello>(std::move(messages->front()));
        return !isFound;
    });
    if (!isFound)
        return tl::make_unexpected(why);
    return found;
}

config::Deployment deploymentOf(const Hello& hello, const std::string& url)
{
    config::Deployment deployment{.name = hello.name,
        .patterns = hello.patterns,
        .interval = hello.interval,
        .deploymentClass = hello.deploymentClass,
        .isReadOnly = true};
    for (const AgentMaster& master : hello.masters) {
        config::MasterConfig config{.id = master.id};
        config.url.host = master.label + " by " + url;
        deployment.masters.push_back(std::move(config));
    }
    return deployment;
}

AgentClient::AgentClient(
    const AgentAddress& address, Hello known, const Clock& clock, UpdateHandler onUpdate)
    : m_known(std::move(known))
    , m_clock(clock)
    , m_onUpdate(std::move(onUpdate))
    , m_stream(address)
    , m_board(clock)
    , m_thread([this] { run(); })
{ }

AgentClient::~AgentClient()
{
    {
        std::unique_lock lock(m_mutex);
        m_isEnding = true;
        m_wake.notify_all();
        // Once may be too early: a connection that is being made can't be ended yet.
        while (!m_hasEnded) {
            lock.unlock();
            m_stream.stop();
            lock.lock();
            m_wake.wait_for(lock, 20ms, [this] { return m_hasEnded; });
        }
    }
    m_thread.join();
}

void AgentClient::run()
{
    do {
        const Error why = readStream();
        m_onUpdate(m_board.lose(why));
    } while (pause());
    const std::unique_lock lock(m_mutex);
    m_hasEnded = true;
    m_wake.notify_all();
}

Error AgentClient::readStream()
{
    BoardReader reader(m_clock.now());
    const std::string lastEventId
        = m_board.latest() ? m_run + "-" + std::to_string(*m_board.latest()) : std::string();
    std::optional<Error> rejected;
    const Error ended = m_stream.read(lastEventId, [&](std::string_view bytes) {
        Error why;
        const bool isGood = take(reader, bytes, why);
        if (!isGood)
            rejected = why;
        return isGood;
    });
    return rejected.value_or(ended);
}

bool AgentClient::take(BoardReader& reader, std::string_view bytes, Error& why)
{
    auto messages = reader.take(bytes, m_clock.now());
    if (!messages) {
        why = messages.error();
        return false;
    }
    for (BoardReader::Message& message : *messages) {
        if (const auto* hello = std::get_if<Hello>(&message)) {
            if (!takeHello(*hello, why))
                return false;
            continue;
        }
        const auto update = m_board.take(std::get<SentUpdate>(std::move(message)));
        why = {ErrorClass::Unreachable, trNoop("the agent does not answer", "data"), {}};
        if (!update) {
            m_board.forgetLatest();
            return false;
        }
        m_pause = 0ms;
        m_onUpdate(*update);
        if (reader.late() > kLate)
            return false;
    }
    return true;
}

bool AgentClient::takeHello(const Hello& hello, Error& why)
{
    if (hello.masters != m_known.masters || hello.name != m_known.name) {
        why = {ErrorClass::Unsupported,
            trNoop("the agent watches other masters than before: open another window", "data"), {}};
        return false;
    }
    if (std::exchange(m_run, hello.run) != hello.run)
        m_board.forgetLatest();
    return true;
}

bool AgentClient::pause()
{
    m_pause = std::clamp<std::chrono::milliseconds>(2 * m_pause, kShortestPause, kLongestPause);
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, m_pause, [this] { return m_isEnding; });
}

} // namespace lockkeeper::agent
