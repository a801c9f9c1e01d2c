// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/wire_tap.h"

#include "core/redis/command.h"
#include "core/redis/reply_parser.h"
#include "core/text/ascii.h"
#include "core/text/fingerprint.h"

#include <algorithm>
#include <array>
#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>
#include <deque>
#include <map>
#include <vector>

namespace lockkeeper::lab {
namespace {

using Socket = asio::local::stream_protocol::socket;
using Words = std::vector<std::string>;

struct Effect {
    std::string name;
    std::optional<Point> point{};
    std::string value{}; ///< stored or compared
    bool isProlonging = false;
    bool isYesIfNil = false; ///< the script returns nil on success
};

bool contains(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

/// Inferred from the commands that it calls.
Effect effectOf(const std::string& body)
{
    const std::string lower = toAsciiLower(body);
    if (contains(lower, "'del'"))
        return {.name = "compare, DEL", .point = Point::Free};
    if (contains(lower, "'set'") || contains(lower, "'setnx'") || contains(lower, "'hincrby'"))
        return {.name = "take", .point = Point::Take, .isYesIfNil = contains(lower, "'hincrby'")};
    return {.name = "prolong", .isProlonging = true};
}

Effect effectOf(const Words& words, std::map<std::string, Effect>& scripts)
{
    const std::string name = toAsciiLower(words.front());
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    if (name == "setnx")
        return {.name = "SETNX", .point = Point::Take, .value = word(2)};
    if (name == "set") {
        Effect effect{.name = "SET", .point = Point::Take, .value = word(2)};
        for (std::size_t i = 3; i < words.size(); ++i) {
            const std::string option = toAsciiLower(words[i]);
            if (option == "nx")
                effect.name += " NX";
            else if (option == "px")
                effect.name += " PX";
        }
        return effect;
    }
    if (name == "expire" || name == "pexpire")
        return {.name = "EXPIRE", .point = Point::Expire};
    if (name == "getset")
        return {.name = "GETSET", .point = Point::Overwrite, .value = word(2)};
    if (name == "del" || name == "unlink")
        return {.name = "DEL", .point = Point::Free};
    if (name == "eval" || name == "evalsha") {
        if (name == "eval")
            scripts.emplace(Fingerprint::ofString(word(1)).hex(), effectOf(word(1)));
        const auto known
            = scripts.find(name == "eval" ? Fingerprint::ofString(word(1)).hex() : word(1));
        Effect effect = known == scripts.end() ? Effect{.name = "script"} : known->second;
        effect.value = word(4);
        return effect;
    }
    return {.name = name};
}

bool isYes(const Effect& effect, const redis::Reply& reply)
{
    using Type = redis::Reply::Type;
    switch (reply.type) {
    case Type::Integer:
        return reply.integer > 0 && !effect.isYesIfNil;
    case Type::Nil:
        return effect.isYesIfNil || effect.point == Point::Overwrite;
    case Type::Error:
        return false;
    case Type::Status:
    case Type::String:
    case Type::Array:
        break;
    }
    return true;
}

std::optional<int> lockIn(const Words& words, int locks)
{
    for (int lock = 1; lock <= locks; ++lock) {
        if (std::ranges::find(words, resourceOf(lock)) != words.end())
            return lock;
    }
    return std::nullopt;
}

} // namespace

struct WireTap::Scripts {
    std::map<std::string, Effect> known;
};

std::shared_ptr<WireTap::Scripts> WireTap::noScripts()
{
    return std::make_shared<Scripts>();
}

struct WireTap::Private : std::enable_shared_from_this<WireTap::Private> {
    Private(asio::io_context& loop, Ends whose, std::list<Sent>& log, std::function<void()> news)
        : context(loop)
        , ends(std::move(whose))
        , record(log)
        , changed(std::move(news))
        , acceptor(loop)
    { }

    class Session;
    void accept();
    void pumpAll();

    asio::io_context& context;
    Ends ends;
    std::list<Sent>& record;
    std::function<void()> changed;
    asio::local::stream_protocol::acceptor acceptor;
    std::vector<std::shared_ptr<Session>> sessions;
    std::optional<Point> awaited; ///< hold the next command with this effect
    std::optional<Point> held;
    bool isReplyLost = false;
    bool isCutOff = false;
    std::chrono::milliseconds delay{0};
};

class WireTap::Private::Session : public std::enable_shared_from_this<Session> {
public:
    Session(std::shared_ptr<Private> tap, Socket client)
        : m_tap(std::move(tap))
        , m_client(std::move(client))
        , m_server(m_tap->context)
    { }

    void start();
    void pump();
    void drop()
    {
        m_queue.clear();
        m_isHeld = false;
    }
    void letGo() { m_isHeld = false; }
    [[nodiscard]] bool isHeld() const noexcept { return m_isHeld; }
    void close();

private:
    struct Waiting {
        Words words;
        Effect effect;
        Sent* sent = nullptr; ///< in the record until answered; null: not for a lock
        bool isFree = false;
        SteadyTime due{};
    };
    struct Outbox {
        std::string waiting;
        std::string sending;
    };

    void readClient();
    void readServer();
    void takeCommands();
    void take(Words words);
    bool takeReplies();
    void write(Socket& socket, Outbox& box);
    [[nodiscard]] bool mayPass(Waiting& next);
    [[nodiscard]] SteadyTime arrival();

    std::shared_ptr<Private> m_tap;
    Socket m_client;
    Socket m_server;
    std::array<char, 16384> m_fromClient{};
    std::array<char, 16384> m_fromServer{};
    redis::ReplyParser m_commands;
    redis::ReplyParser m_replies;
    std::deque<Waiting> m_queue; ///< not forwarded yet
    std::deque<Waiting> m_asked;
    struct Answer {
        std::string bytes;
        SteadyTime due{};
    };
    std::deque<Answer> m_answers; ///< not forwarded yet
    Outbox m_toServer;
    Outbox m_toClient;
    bool m_isHeld = false;
    bool m_isSubscribed = false; ///< input is not replies
    bool m_isClosed = false;
};

void WireTap::Private::accept()
{
    acceptor.async_accept([self = shared_from_this()](const std::error_code& error, Socket socket) {
        if (error)
            return;
        self->sessions.push_back(std::make_shared<Session>(self, std::move(socket)));
        self->sessions.back()->start();
        self->accept();
    });
}

void WireTap::Private::pumpAll()
{
    for (const auto& session : std::vector(sessions))
        session->pump();
}

void WireTap::Private::Session::start()
{
    std::error_code error;
    m_server.connect(asio::local::stream_protocol::endpoint(m_tap->ends.master.native()), error);
    if (error)
        return close();
    readClient();
    readServer();
}

void WireTap::Private::Session::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    std::error_code ignored;
    m_client.close(ignored);
    m_server.close(ignored);
    std::erase(m_tap->sessions, shared_from_this());
}

void WireTap::Private::Session::readClient()
{
    m_client.async_read_some(asio::buffer(m_fromClient),
        [self = shared_from_this()](const std::error_code& error, std::size_t length) {
            if (error) {
                // Held commands outlive their sender.
                if (self->m_queue.empty())
                    self->close();
                return;
            }
            self->m_commands.feed({self->m_fromClient.data(), length});
            self->takeCommands();
            self->readClient();
        });
}

void WireTap::Private::Session::takeCommands()
{
    for (auto next = m_commands.next(); next && *next != nullptr; next = m_commands.next()) {
        Words words;
        for (redis::Reply& word : (*next)->elements)
            words.push_back(std::move(word.text));
        if (!words.empty())
            take(std::move(words));
    }
    pump();
}

void WireTap::Private::Session::take(Words words)
{
    Effect effect = effectOf(words, m_tap->ends.scripts->known);
    Sent* sent = nullptr;
    const bool isOfLock = effect.point || effect.isProlonging;
    const auto lock = isOfLock ? lockIn(words, m_tap->ends.locks) : std::nullopt;
    if (lock) {
        sent = &m_tap->record.emplace_back(Sent{.who = m_tap->ends.who,
            .master = m_tap->ends.id,
            .lock = *lock,
            .command = effect.name,
            .value = effect.value,
            .at = BootClock::now(),
            .isTaking = effect.point == Point::Take || effect.point == Point::Overwrite,
            .isOverwriting = effect.point == Point::Overwrite,
            .isFreeing = effect.point == Point::Free});
    }
    m_queue.push_back({std::move(words), std::move(effect), sent, false, arrival()});
    m_tap->changed();
}

/// Also schedules the forwarding.
SteadyTime WireTap::Private::Session::arrival()
{
    if (m_tap->delay.count() == 0)
        return {};
    auto timer = std::make_shared<asio::steady_timer>(m_tap->context, m_tap->delay);
    timer->async_wait([self = shared_from_this(), timer](const std::error_code&) { self->pump(); });
    return BootClock::now() + m_tap->delay;
}

bool WireTap::Private::Session::mayPass(Waiting& next)
{
    if (m_tap->isCutOff || m_isHeld)
        return false;
    if (next.due > BootClock::now())
        return false;
    if (next.isFree || !next.sent || !m_tap->awaited || next.effect.point != m_tap->awaited)
        return true;
    m_tap->held = std::exchange(m_tap->awaited, std::nullopt);
    m_isHeld = true;
    next.isFree = true; // for the time after goOn()
    m_tap->changed();
    return false;
}

void WireTap::Private::Session::pump()
{
    while (!m_queue.empty() && mayPass(m_queue.front())) {
        Waiting next = std::move(m_queue.front());
        m_queue.pop_front();
        m_isSubscribed = m_isSubscribed || toAsciiLower(next.words.front()) == "subscribe";
        m_toServer.waiting += redis::Command(next.words).wire();
        if (next.sent)
            next.sent->passedAt = BootClock::now();
        m_asked.push_back(std::move(next));
    }
    write(m_server, m_toServer);
    while (!m_tap->isCutOff && !m_answers.empty() && m_answers.front().due <= BootClock::now()) {
        m_toClient.waiting += m_answers.front().bytes;
        m_answers.pop_front();
    }
    write(m_client, m_toClient);
    m_tap->changed();
}

void WireTap::Private::Session::write(Socket& socket, Outbox& box)
{
    if (m_isClosed || !box.sending.empty() || box.waiting.empty())
        return;
    box.sending = std::exchange(box.waiting, {});
    asio::async_write(socket, asio::buffer(box.sending),
        [self = shared_from_this(), &socket, &box](const std::error_code& error, std::size_t) {
            box.sending.clear();
            if (!error)
                self->write(socket, box);
        });
}

void WireTap::Private::Session::readServer()
{
    m_server.async_read_some(asio::buffer(m_fromServer),
        [self = shared_from_this()](const std::error_code& error, std::size_t length) {
            if (error)
                return self->close();
            const std::string_view bytes(self->m_fromServer.data(), length);
            if (!self->m_isSubscribed) {
                self->m_replies.feed(bytes);
                if (self->takeReplies() && std::exchange(self->m_tap->isReplyLost, false)) {
                    self->m_tap->changed();
                    return self->close();
                }
            }
            self->m_answers.push_back({std::string(bytes), self->arrival()});
            self->pump();
            self->readServer();
        });
}

bool WireTap::Private::Session::takeReplies()
{
    bool isTaking = false;
    for (auto next = m_replies.next(); next && *next != nullptr && !m_asked.empty();
         next = m_replies.next()) {
        const Waiting asked = std::move(m_asked.front());
        m_asked.pop_front();
        if (!asked.sent)
            continue;
        asked.sent->answeredAt = BootClock::now();
        asked.sent->isYes = isYes(asked.effect, **next);
        isTaking = isTaking || asked.sent->isTaking;
    }
    return isTaking;
}

WireTap::WireTap(
    asio::io_context& context, Ends ends, std::list<Sent>& sent, std::function<void()> changed)
    : m_d(std::make_shared<Private>(context, std::move(ends), sent, std::move(changed)))
{
    const asio::local::stream_protocol::endpoint place(m_d->ends.listen.native());
    m_d->acceptor.open(place.protocol());
    m_d->acceptor.bind(place);
    m_d->acceptor.listen();
    m_d->accept();
}

WireTap::WireTap(WireTap&&) noexcept = default;
WireTap& WireTap::operator=(WireTap&&) noexcept = default;

WireTap::~WireTap()
{
    if (!m_d)
        return;
    std::error_code ignored;
    m_d->acceptor.close(ignored);
    for (const auto& session : std::vector(m_d->sessions))
        session->close();
}

void WireTap::holdAt(Point point)
{
    m_d->awaited = point;
}

bool WireTap::isHeldAt(Point point) const noexcept
{
    return m_d->held == point;
}

void WireTap::goOn()
{
    m_d->held.reset();
    m_d->awaited.reset();
    for (const auto& session : m_d->sessions)
        session->letGo();
    m_d->pumpAll();
}

void WireTap::loseReply()
{
    m_d->isReplyLost = true;
}

void WireTap::drop()
{
    m_d->held.reset();
    m_d->awaited.reset();
    for (const auto& session : m_d->sessions)
        session->drop();
}

void WireTap::moveTo(const std::filesystem::path& master)
{
    m_d->ends.master = master;
    for (const auto& session : std::vector(m_d->sessions))
        session->close();
}

void WireTap::setDelay(std::chrono::milliseconds delay)
{
    m_d->delay = delay;
}

void WireTap::setCutOff(bool isCutOff)
{
    m_d->isCutOff = isCutOff;
    m_d->pumpAll();
}

} // namespace lockkeeper::lab
