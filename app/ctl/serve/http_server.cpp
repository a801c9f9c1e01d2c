// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_server.h"

#include <algorithm>
#include <array>
#include <asio/completion_condition.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/post.hpp>
#include <asio/read.hpp>
#include <asio/read_until.hpp>
#include <asio/steady_timer.hpp>
#include <asio/thread_pool.hpp>
#include <asio/write.hpp>
#include <map>
#include <optional>
#include <sys/socket.h>
#include <thread>

namespace lockkeeper::ctl {
namespace {

using asio::ip::tcp;
using std::error_code;

constexpr int kTooLarge = 431;

class Client;

/// Used on the server's thread, except the pool.
struct Hall {
    const Answering answering;
    const std::size_t mostClients;
    std::size_t placed = 0;
    std::uint64_t accepted = 0;
    std::map<std::uint64_t, Client*> waiting{}; ///< without a place, oldest first
    asio::io_context context{1}; ///< ends before what clients use at their end
    asio::thread_pool makers{4}; ///< for large boards' texts
};

/// Lives while something is pending. Used on the server's thread.
class Client final : public std::enable_shared_from_this<Client> {
public:
    Client(Hall& hall, tcp::socket socket)
        : m_hall(hall)
        , m_socket(std::move(socket))
        , m_deadline(hall.context)
        , m_number(hall.accepted++)
    {
        error_code ignored;
        m_socket.non_blocking(true, ignored);
        m_hall.waiting.emplace(m_number, this);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client();

    void readHead();
    void drop()
    {
        error_code ignored;
        m_deadline.cancel();
        m_socket.close(ignored);
    }

private:
    void allow(std::chrono::milliseconds time);
    /// Also cancels a deadline whose handler is due.
    void allowAnyTime() { m_deadline.expires_at(asio::steady_timer::time_point::max()); }
    void ask(Question question);
    void readBody(Question question, std::size_t headLength);
    void takePlace();
    template <class Make, class Use> void makeElsewhere(Make make, Use use);
    void send(Answer answer, bool isHeadOnly);
    void sendEvents();
    void noticeEnd();

    Hall& m_hall;
    tcp::socket m_socket;
    asio::steady_timer m_deadline;
    const std::uint64_t m_number;
    bool m_hasPlace = false;
    std::string m_head; ///< of the request, then the answer
    Answer m_answer;
    std::vector<SharedText> m_pieces;
    bool m_isIdle = false;
    bool m_isWoken = false; ///< since the latest event; there may be another
    bool m_hasEnded = false;
    std::array<char, 4096> m_rest{}; ///< after the request
    std::size_t m_talk = 0; ///< its size while events were sent
};

Client::~Client()
{
    if (m_hasPlace)
        --m_hall.placed;
    m_hall.waiting.erase(m_number);
    if (!m_socket.is_open())
        return;
    // Closing with unread bytes would reset the connection, and may cut the answer's end.
    error_code error;
    m_socket.shutdown(tcp::socket::shutdown_send, error);
    constexpr int kMostReads = 16;
    for (int i = 0; i < kMostReads && !error; ++i)
        (void)m_socket.read_some(asio::buffer(m_rest), error);
}

void Client::allow(std::chrono::milliseconds time)
{
    m_deadline.expires_after(time);
    m_deadline.async_wait([weak = weak_from_this()](error_code cancelled) {
        const auto self = weak.lock();
        if (self && !cancelled && self->m_deadline.expiry() <= std::chrono::steady_clock::now())
            self->drop();
    });
}

void Client::readHead()
{
    allow(HttpServer::kHeadTime);
    asio::async_read_until(m_socket, asio::dynamic_buffer(m_head, HttpServer::kLongestHead),
        "\r\n\r\n", [self = shared_from_this()](error_code error, std::size_t length) {
            if (!error)
                self->readBody(
                    questionIn(std::string_view(self->m_head).substr(0, length)), length);
            else if (error == asio::error::not_found)
                self->ask({.fault = kTooLarge});
        });
}

void Client::readBody(Question question, std::size_t headLength)
{
    if (question.fault != 0 || question.bodyLength == 0)
        return ask(std::move(question));
    const std::size_t length = headLength + question.bodyLength;
    const std::size_t missing = length - std::min(length, m_head.size());
    asio::async_read(m_socket, asio::dynamic_buffer(m_head), asio::transfer_exactly(missing),
        [self = shared_from_this(), question = std::move(question), headLength](
            error_code error, std::size_t) mutable {
            if (error)
                return;
            question.body = self->m_head.substr(headLength, question.bodyLength);
            self->ask(std::move(question));
        });
}

void Client::ask(Question question)
{
    const bool isHeadOnly = question.method == "HEAD";
    const std::size_t kept = question.path == "/metrics" ? HttpServer::kKept : 0;
    question.isBusy = m_hall.placed >= m_hall.mostClients + kept;
    if (question.isBusy || question.fault != 0 || question.path == "/healthz")
        return send(m_hall.answering(question), isHeadOnly);
    takePlace();
    makeElsewhere([&hall = m_hall, question] { return hall.answering(question); },
        [this, isHeadOnly](Answer answer) { send(std::move(answer), isHeadOnly); });
}

void Client::takePlace()
{
    m_hasPlace = true;
    ++m_hall.placed;
    m_hall.waiting.erase(m_number);
    allowAnyTime(); // making an answer may take long
}

template <class Make, class Use> void Client::makeElsewhere(Make make, Use use)
{
    asio::post(m_hall.makers, [self = shared_from_this(), make, use]() mutable {
        auto& context = self->m_hall.context;
        std::optional<decltype(make())> made;
        try {
            made = make();
        } catch (const std::exception&) {
            made.reset(); // out of memory
        }
        // The last reference must not end on this thread.
        asio::post(context, [self = std::move(self), use, made = std::move(made)]() mutable {
            if (made)
                use(std::move(*made));
            else
                self->drop();
        });
    });
}

void Client::send(Answer answer, bool isHeadOnly)
{
    m_answer = std::move(answer);
    m_head = headOf(m_answer);
    if (isHeadOnly)
        m_answer = {};
    allow(HttpServer::kReadTime);
    const std::array<asio::const_buffer, 2> texts{
        asio::buffer(m_head), m_answer.text ? asio::buffer(*m_answer.text) : asio::const_buffer()};
    asio::async_write(m_socket, texts, [self = shared_from_this()](error_code error, std::size_t) {
        if (error || !self->m_answer.events)
            return;
        self->m_answer.events->listen([weak = self->weak_from_this(), &hall = self->m_hall] {
            asio::post(hall.context, [weak] {
                const auto woken = weak.lock();
                if (woken && std::exchange(woken->m_isIdle, false))
                    woken->sendEvents();
                else if (woken)
                    woken->m_isWoken = true;
            });
        });
        self->noticeEnd();
        self->sendEvents();
    });
}

void Client::sendEvents()
{
    allowAnyTime();
    m_isWoken = false;
    if (m_answer.isOver && m_answer.isOver())
        return drop();
    makeElsewhere([feed = m_answer.events] { return feed->next(); },
        [this](std::vector<SharedText> pieces) {
            if (pieces.empty() && m_isWoken)
                return sendEvents();
            m_isIdle = pieces.empty();
            if (m_isIdle && m_hasEnded)
                return drop();
            if (m_isIdle)
                return;
            m_pieces = std::move(pieces);
            std::vector<asio::const_buffer> texts;
            for (const SharedText& piece : m_pieces)
                texts.push_back(asio::buffer(*piece));
            allow(HttpServer::kReadTime);
            asio::async_write(
                m_socket, texts, [self = shared_from_this()](error_code error, std::size_t) {
                    self->m_pieces.clear();
                    if (!error)
                        self->sendEvents();
                });
        });
}

/// An ended client still gets what is ready.
void Client::noticeEnd()
{
    m_socket.async_read_some(
        asio::buffer(m_rest), [self = shared_from_this()](error_code error, std::size_t length) {
            constexpr std::size_t kMostTalk = std::size_t{64} * 1024;
            self->m_talk += length;
            if (!error && self->m_talk <= kMostTalk)
                return self->noticeEnd();
            self->m_hasEnded = true;
            if (self->m_isIdle || error != asio::error::eof)
                self->drop();
        });
}

tcp familyOf(int socket)
{
    int domain = AF_INET;
    ::socklen_t size = sizeof domain;
    ::getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &size);
    return domain == AF_INET6 ? tcp::v6() : tcp::v4();
}

} // namespace

class HttpServer::Private {
public:
    Private(UniqueFd listener, Answering answering, std::size_t mostClients)
        : m_hall{std::move(answering), mostClients}
        , m_acceptor(m_hall.context, familyOf(listener.get()), listener.release())
        , m_pause(m_hall.context)
    {
        accept();
        m_thread = std::thread([this] { m_hall.context.run(); });
    }
    ~Private()
    {
        m_hall.context.stop();
        m_thread.join();
        m_hall.makers.stop(); // work not yet begun
        m_hall.makers.join();
    }

private:
    void accept();

    Hall m_hall;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_pause;
    std::thread m_thread;
};

void HttpServer::Private::accept()
{
    m_acceptor.async_accept([this](error_code error, tcp::socket socket) {
        if (error) { // mostly: out of descriptors
            constexpr std::chrono::milliseconds kPause{100};
            m_pause.expires_after(kPause);
            m_pause.async_wait([this](error_code) { accept(); });
            return;
        }
        std::make_shared<Client>(m_hall, std::move(socket))->readHead();
        if (m_hall.waiting.size() > kMostWaiting)
            m_hall.waiting.begin()->second->drop();
        accept();
    });
}

HttpServer::HttpServer(UniqueFd listener, Answering answering, std::size_t mostClients)
    : m_private(std::make_unique<Private>(std::move(listener), std::move(answering), mostClients))
{ }

HttpServer::~HttpServer() = default;

} // namespace lockkeeper::ctl
