// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcessEnvironment>
#include <QtTest>
#include <unistd.h>

namespace lockkeeper::tests {
namespace {

using namespace Qt::StringLiterals;

constexpr int kTimeout = 30'000;

QList<QByteArray> linesOf(const QByteArray& text)
{
    QList<QByteArray> lines = text.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

int exitCodeOf(const QProcess& process)
{
    // QProcess gives the signal's number as the exit code of a crash.
    const int code = process.exitCode();
    return process.exitStatus() == QProcess::CrashExit ? 128 + code : code;
}

/// Runs a prepared process to its end, with nothing on standard input.
CtlResult finish(QProcess& process)
{
    process.setStandardInputFile(QProcess::nullDevice());
    process.start();
    if (!process.waitForFinished(kTimeout))
        return {-1, {}, "lockctl did not end in time"};
    return {exitCodeOf(process), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

QList<QByteArray> CtlResult::outputLines() const
{
    return linesOf(output);
}

QList<QByteArray> CtlResult::errorLines() const
{
    return linesOf(errors);
}

QJsonObject CtlResult::json() const
{
    return QJsonDocument::fromJson(outputLines().value(0)).object();
}

QJsonObject CtlResult::lock(const QString& resource) const
{
    const QJsonArray locks = json()[u"locks"_s].toArray();
    for (const QJsonValue lock : locks) {
        if (lock[u"resource"_s].toString() == resource)
            return lock.toObject();
    }
    return {};
}

Lockctl::Lockctl(QString home, QStringList masterUrls)
    : m_home(std::move(home))
    , m_masterUrls(std::move(masterUrls))
{ }

Lockctl Lockctl::inLanguage(QString language) const
{
    Lockctl other = *this;
    other.m_language = std::move(language);
    return other;
}

void Lockctl::prepare(QProcess& process, const QStringList& arguments) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, m_home);
    environment.remove(u"XDG_STATE_HOME"_s);
    environment.remove(u"XDG_CONFIG_HOME"_s);
    environment.remove(u"XDG_CACHE_HOME"_s);
    environment.insert(u"LOCKKEEPER_MASTERS"_s, m_masterUrls.join(u' '));
    environment.insert(u"LOCKKEEPER_LANGUAGE"_s, m_language);
    environment.remove(u"LOCKKEEPER_SERVE_TOKEN"_s);
    environment.remove(u"NOTIFY_SOCKET"_s);
    for (auto it = m_variables.begin(); it != m_variables.end(); ++it)
        environment.insert(it.key(), it.value());
    process.setProcessEnvironment(environment);
    process.setProgram(QStringLiteral(LOCKCTL_PATH));
    process.setArguments(arguments);
}

CtlResult Lockctl::run(const QStringList& arguments) const
{
    QProcess process;
    prepare(process, arguments);
    return finish(process);
}

CtlResult Lockctl::run(const char* line) const
{
    return run(words(line));
}

void Lockctl::prepareShell(
    QProcess& process, const QString& shell, const QStringList& arguments) const
{
    prepare(process, arguments);
    process.setProgram(shell);
    QProcessEnvironment environment = process.processEnvironment();
    environment.insert(u"PATH"_s,
        QFileInfo(QStringLiteral(LOCKCTL_PATH)).path() + u':' + environment.value(u"PATH"_s));
    process.setProcessEnvironment(environment);
}

CtlResult Lockctl::runInShell(const QString& script) const
{
    QProcess process;
    prepareShell(process, u"/bin/bash"_s, {u"-c"_s, u"set -o pipefail; "_s + script});
    return finish(process);
}

CtlResult Lockctl::paste(
    const QString& shell, const QByteArray& script, const QString& directory) const
{
    // As typed into one: with the expansion of history, and in zsh without comments.
    QStringList arguments{u"-i"_s};
    if (shell == "bash"_L1)
        arguments.prepend(u"--norc"_s);
    else if (shell == "zsh"_L1)
        arguments.prepend(u"-f"_s);
    else if (shell == "fish"_L1)
        arguments.prepend(u"--no-config"_s);
    QProcess process;
    prepareShell(process, shell, arguments);
    process.setWorkingDirectory(directory);
    process.setChildProcessModifier([] { ::setsid(); }); // away from the developer's terminal
    process.start();
    process.write(script);
    process.closeWriteChannel();
    if (!process.waitForFinished(kTimeout))
        return {-1, {}, "the shell did not end in time"};
    return {exitCodeOf(process), process.readAllStandardOutput(), process.readAllStandardError()};
}

CtlResult Lockctl::runOnTerminal(int columns, const QString& arguments) const
{
    return runInShell(
        u"script -qec 'stty cols %1 rows 24; lockctl %2' /dev/null"_s.arg(columns).arg(arguments));
}

std::unique_ptr<QProcess> Lockctl::start(const QStringList& arguments) const
{
    auto process = std::make_unique<QProcess>();
    prepare(*process, arguments);
    process->start();
    process->waitForStarted(kTimeout);
    return process;
}

std::unique_ptr<QProcess> Lockctl::start(const char* line) const
{
    return start(words(line));
}

QStringList urlsOf(const RedisServerFixture& servers)
{
    QStringList urls;
    for (const std::string& url : servers.urls())
        urls += QString::fromStdString(url);
    return urls;
}

void writeDeployment(
    const QString& path, const RedisServerFixture& servers, const std::string& keys)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    std::string text = "[[deployment]]\nname = \"orders\"\nmasters = [";
    for (const std::string& url : servers.urls())
        text += '"' + url + "\", ";
    file.write(QByteArray::fromStdString(text + "]\n" + keys));
}

int waitForExit(QProcess& process)
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(kTimeout))
        return -1;
    return exitCodeOf(process);
}

std::size_t mostMemoryOf(const QProcess& process)
{
    QFile status(u"/proc/%1/status"_s.arg(process.processId()));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    constexpr const char* kMark = "VmHWM:";
    const auto at = text.indexOf(kMark);
    return at < 0 ? 0
                  : text.mid(at + static_cast<qsizetype>(qstrlen(kMark)), 20)
                        .simplified()
                        .split(' ')
                        .first()
                        .toULongLong();
}

bool waitForLine(QProcess& process, const std::function<bool(const QJsonObject&)>& isWanted)
{
    const QDeadlineTimer deadline(kTimeout);
    while (!deadline.hasExpired()) {
        while (process.canReadLine()) {
            if (isWanted(QJsonDocument::fromJson(process.readLine()).object()))
                return true;
        }
        if (!process.waitForReadyRead(200) && process.state() == QProcess::NotRunning)
            return false;
    }
    return false;
}

} // namespace lockkeeper::tests
