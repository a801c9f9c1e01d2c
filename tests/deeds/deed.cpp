// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/deeds/deed.h"

#include "core/observe/formats/format.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace lockkeeper::tests {
namespace {

using namespace Qt::StringLiterals;
using observe::ValueType;

constexpr std::chrono::seconds kReplyTimeout{10};
constexpr std::size_t kAtATime = 12; ///< lockctl often waits for the time between two looks

std::atomic<std::size_t> commandCount
    = 0; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

QStringList asStrings(const std::vector<std::string>& urls)
{
    QStringList list;
    for (const std::string& url : urls)
        list += QString::fromStdString(url);
    return list;
}

std::vector<std::string> writing(const observe::KeyReading& reading)
{
    if (reading.type == ValueType::String)
        return {"SET", reading.key, reading.value};
    std::vector<std::string> command{reading.type == ValueType::Hash ? "HSET"
            : reading.type == ValueType::SortedSet                   ? "ZADD"
                                                                     : "SADD",
        reading.key};
    for (const auto& [field, value] : reading.fields) {
        if (reading.type == ValueType::SortedSet)
            command.insert(command.end(), {value, field});
        else if (reading.type == ValueType::Hash)
            command.insert(command.end(), {field, value});
        else
            command.push_back(field);
    }
    return command;
}

QString described(const QString& what, const CtlResult& result)
{
    return u"%1: exit code %2, output %3, errors %4"_s.arg(what)
        .arg(result.exitCode)
        .arg(QString::fromLatin1(result.output.toPercentEncoding(" :/'\"#$(){}[],=|*%\\")),
            QString::fromLatin1(
                result.errors.right(400).toPercentEncoding(" :/'\"#$(){}[],=|*%\\")));
}

/// Runs a command of lockctl, again while no master answers within its second: nothing is done
/// then.
CtlResult answered(const std::function<CtlResult()>& command)
{
    constexpr int kUnreachable = 69;
    constexpr int kTries = 20;
    CtlResult result;
    for (int i = 0; i < kTries && (i == 0 || result.exitCode == kUnreachable); ++i)
        result = command();
    ++commandCount;
    return result;
}

} // namespace

Stage::Stage(std::size_t masters, bool overTcp)
    : servers({.count = masters, .hasTcp = overTcp, .extraArguments = {"--databases", "1000"}})
    , isTcp(overTcp)
{ }

Deed::Deed(const Stage& stage, std::size_t database)
    : m_lockctl({})
{
    for (std::string url : stage.isTcp ? stage.servers.tcpUrls() : stage.servers.urls()) {
        url.append(stage.isTcp ? "/" : "?db=").append(std::to_string(database));
        m_urls.push_back(url);
        auto client
            = sandbox::BlockingClient::connect(redis::Url::parse(url).value(), kReplyTimeout);
        expect(client.has_value(), u"no connection"_s);
        m_clients.push_back(std::move(*client));
    }
    m_lockctl = Lockctl(m_home.path(), asStrings(m_urls));
    expect(QDir(m_home.path()).mkdir(u"here"_s), u"no directory"_s);
}

std::vector<redis::Reply> Deed::ask(const std::vector<std::string>& command)
{
    std::vector<redis::Reply> replies;
    for (sandbox::BlockingClient& client : m_clients) {
        auto reply = client.call(redis::Command(command));
        expect(reply.has_value(), QString::fromStdString(reply ? "" : reply.error().text));
        replies.push_back(std::move(*reply));
    }
    return replies;
}

void Deed::store(const observe::KeyReading& reading)
{
    if (reading.type == ValueType::Queue) {
        const observe::WaitQueue queue = queueOf(reading.key);
        const std::string& element = reading.fields.front().first;
        const auto time = QDateTime::currentMSecsSinceEpoch() + reading.ttl.value().count();
        ask({"DEL", queue.list, queue.times});
        ask({"RPUSH", queue.list, element});
        ask({"ZADD", queue.times, std::to_string(time), element});
        return;
    }
    ask({"DEL", reading.key});
    ask(writing(reading));
    if (reading.ttl)
        ask({"PEXPIRE", reading.key, std::to_string(reading.ttl->count())});
}

void Deed::expectGone(const std::string& key, const char* when)
{
    for (const redis::Reply& reply : stored(key))
        expect(reply.isNil(), u"%1: a master still stores it"_s.arg(QLatin1String(when)));
}

void Deed::useFile(const std::string& more)
{
    std::string text = "[[deployment]]\nname = \"it's prod\"\nread_only = false\n"
                       "timeout = \"30s\"\nmasters = [";
    for (const std::string& url : m_urls)
        text += '"' + url + "\", ";
    text += "]\n" + more;
    const QString name = m_home.filePath(u"my \\deployments.toml"_s);
    QFile file(name);
    expect(file.open(QIODevice::WriteOnly), u"no deployments file"_s);
    file.write(QByteArray::fromStdString(text));
    m_options = {u"--config"_s, name, u"--deployment"_s, u"it's prod"_s};
}

CtlResult Deed::run(const QStringList& arguments, int exitCode)
{
    const CtlResult result = answered([&] { return m_lockctl.run(m_options + arguments); });
    if (result.exitCode != exitCode)
        expect(false, described(arguments.join(u' '), result));
    return result;
}

CtlResult Deed::paste(std::size_t shell, const QByteArray& lines)
{
    const QString name = shells().at(static_cast<qsizetype>(shell) % shells().size());
    const QString here = m_home.filePath(u"here"_s);
    const CtlResult result = answered([&] { return m_lockctl.paste(name, lines, here); });
    expect(QDir(here).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        name + u" has run something else: "_s + QString::fromUtf8(lines));
    // What goes wrong is seen by what the masters store; this is to find out why.
    if (result.exitCode != 0)
        expect(false, described(name + u' ' + QString::fromUtf8(lines), result));
    return result;
}

observe::WaitQueue queueOf(const std::string& lock)
{
    return observe::builtinFormat("redisson-queue")->waits.queue(lock);
}

void expect(bool isRight, const QString& what)
{
    if (!isRight)
        throw std::runtime_error(what.toStdString());
}

const QStringList& shells()
{
    static const QStringList all{u"dash"_s, u"bash"_s, u"zsh"_s, u"fish"_s};
    return all;
}

std::size_t commandsRun() noexcept
{
    return commandCount;
}

QByteArray failuresOf(std::size_t count, const std::function<void(std::size_t)>& deed,
    const std::function<std::string(std::size_t)>& nameOf)
{
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    QByteArray failures;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                deed(i);
            } catch (const std::exception& failure) {
                const std::lock_guard lock(mutex);
                failures.append(
                    "\n" + QByteArray::fromStdString(nameOf(i)) + ": " + failure.what());
            }
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kAtATime; ++i)
        threads.emplace_back(work);
    threads.clear();
    return failures;
}

} // namespace lockkeeper::tests
