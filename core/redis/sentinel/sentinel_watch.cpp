// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/sentinel/sentinel_watch.h"

#include "core/loop/event_loop.h"
#include "core/text/number.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <vector>

namespace lockkeeper::redis {

namespace {

std::optional<NodeAddress> addressOf(std::string_view host, std::string_view portText)
{
    const auto port = numberIn<std::uint16_t>(portText);
    if (port.value_or(0) == 0 || host.empty())
        return std::nullopt;
    return NodeAddress{std::string(host), *port};
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!text.empty())
        words.push_back(takeUntil(text, " "));
    return words;
}

} // namespace

std::optional<NodeAddress> masterIn(const Reply& reply)
{
    if (!reply.isArray() || reply.elements.size() != 2)
        return std::nullopt;
    return addressOf(reply.elements[0].text, reply.elements[1].text);
}

std::optional<NodeAddress> switchedMasterIn(const Reply& push, std::string_view group)
{
    if (push.elements.size() != 3 || push.elements[1].text != kSwitchMaster)
        return std::nullopt;
    // <group> <old host> <old port> <new host> <new port>
    const auto words = wordsOf(push.elements[2].text);
    if (words.size() != 5 || words[0] != group)
        return std::nullopt;
    return addressOf(words[3], words[4]);
}

SentinelWatch::SentinelWatch(EventLoop& loop, SentinelWatchOptions options)
    : m_loop(loop)
    , m_options(std::move(options))
    , m_sentinels(m_options.sentinels.size())
{
    m_loop.post(m_lifetime.guard([this] {
        for (std::size_t i = 0; i < m_sentinels.size(); ++i)
            open(i);
        pollLater();
    }));
}

SentinelWatch::~SentinelWatch()
{
    m_loop.call([this] {
        m_lifetime.end();
        m_loop.cancel(m_pollTimer);
        m_sentinels.clear();
    });
}

void SentinelWatch::open(std::size_t index)
{
    ConnectionOptions options;
    options.clientName = m_options.clientName;
    options.connectTimeout = m_options.timeout;
    options.onLogin = [this, index] { ask(index); };
    const auto connect = [&] {
        return std::make_unique<Connection>(
            m_loop, m_options.id, m_options.sentinels[index], options);
    };
    m_sentinels[index].questions = connect();
    options.onLogin = [this, index] { subscribe(index); };
    options.onPush = [this, index](const Reply& push) { onNews(index, push); };
    m_sentinels[index].news = connect();
}

void SentinelWatch::subscribe(std::size_t index)
{
    m_sentinels[index].isSubscribed = false;
    m_sentinels[index].news->send(
        {"SUBSCRIBE", kSwitchMaster}, m_options.timeout, [this, index](const Result<Reply>& reply) {
            m_sentinels[index].isSubscribed = reply.has_value();
            // Earlier failovers were not published to us.
            ask(index);
        });
}

void SentinelWatch::askAll()
{
    for (std::size_t i = 0; i < m_sentinels.size(); ++i)
        ask(i);
}

void SentinelWatch::ask(std::size_t index)
{
    Sentinel& sentinel = m_sentinels[index];
    if (!sentinel.questions || std::exchange(sentinel.isAsked, true))
        return;
    sentinel.questions->send({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", m_options.group},
        m_options.timeout, [this, index](const Result<Reply>& reply) { onAnswer(index, reply); });
}

void SentinelWatch::pollLater()
{
    const bool isPushed = std::ranges::any_of(m_sentinels, isHeardFrom);
    m_pollTimer = m_loop.schedule(
        BootClock::now() + (isPushed ? m_options.slowPollInterval : m_options.pollInterval),
        [this] {
            askAll();
            pollLater();
        });
}

bool SentinelWatch::isHeardFrom(const Sentinel& sentinel)
{
    return sentinel.isSubscribed && sentinel.news->status().isUp();
}

void SentinelWatch::onAnswer(std::size_t index, const Result<Reply>& reply)
{
    Sentinel& sentinel = m_sentinels[index];
    sentinel.isAsked = false;
    const auto address = reply ? masterIn(*reply) : std::nullopt;
    if (address)
        return learn(index, *address);
    if (!reply)
        sentinel.error = reply.error();
    else if (reply->isNil())
        sentinel.error = Error{ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("knows no group '$0'", "data"), m_options.group), m_options.id};
    else
        sentinel.error
            = Error{ErrorClass::NotRedis, trNoop("gives no address", "data"), m_options.id};
    giveUpIfAllFailed();
}

void SentinelWatch::onNews(std::size_t index, const Reply& push)
{
    if (const auto address = switchedMasterIn(push, m_options.group))
        learn(index, *address);
}

void SentinelWatch::learn(std::size_t index, NodeAddress address)
{
    Sentinel& sentinel = m_sentinels[index];
    sentinel.error.reset();
    const bool hasChangedItsMind = sentinel.address && *sentinel.address != address;
    sentinel.address = address;
    const auto votes = std::ranges::count_if(
        m_sentinels, [&](const Sentinel& other) { return other.address == address; });
    const bool isMajority = static_cast<std::size_t>(votes) > m_sentinels.size() / 2;
    if (!m_address || hasChangedItsMind || isMajority)
        adopt(address);
}

void SentinelWatch::adopt(const NodeAddress& address)
{
    if (m_address == address)
        return;
    m_address = address;
    m_error.reset();
    notifyListeners();
}

void SentinelWatch::giveUpIfAllFailed()
{
    const auto hasFailed = [](const Sentinel& sentinel) { return sentinel.error.has_value(); };
    if (m_address || m_error || !std::ranges::all_of(m_sentinels, hasFailed))
        return;
    const Error& first = *m_sentinels.front().error;
    m_error = Error{first.kind,
        absl::Substitute(trNoop("no Sentinel tells where the master of group '$0' is; the first "
                                "one: $1",
                             "data"),
            m_options.group, first.text),
        m_options.id};
    notifyListeners();
}

Result<std::optional<Url>> SentinelWatch::current()
{
    askAll();
    if (m_address) {
        Url url = m_options.master;
        url.kind = Url::Kind::Tcp;
        url.host = m_address->host;
        url.port = m_address->port;
        return url;
    }
    if (m_error)
        return tl::make_unexpected(*m_error);
    return std::nullopt;
}

} // namespace lockkeeper::redis
