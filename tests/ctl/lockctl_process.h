// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"

#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <functional>
#include <memory>

namespace lockkeeper::tests {

/// What a run of lockctl came to.
struct CtlResult {
    int exitCode = -1; ///< 128 + n if signal n ended it
    QByteArray output;
    QByteArray errors;

    [[nodiscard]] QList<QByteArray> outputLines() const;
    [[nodiscard]] QList<QByteArray> errorLines() const;
    /// True if it ended so, and says this on standard output.
    [[nodiscard]] bool says(int code, const char* text) const
    {
        return exitCode == code && output.contains(text);
    }
    /// True if it ended so, and says this on standard error.
    [[nodiscard]] bool fails(int code, const char* text) const
    {
        return exitCode == code && errors.contains(text);
    }
    [[nodiscard]] bool failsInOneLine(int code, const char* text) const
    {
        return fails(code, text) && errorLines().size() == 1;
    }
    /// What it came to, for the message of a test that fails.
    [[nodiscard]] QByteArray told() const
    {
        return "exit code " + QByteArray::number(exitCode) + '\n' + output + errors;
    }
    /// The first line of the output as an object.
    [[nodiscard]] QJsonObject json() const;
    /// The lock of that name in a `list --json`.
    [[nodiscard]] QJsonObject lock(const QString& resource) const;
};

/// lockctl with an environment in which nothing of the developer's is left: its own HOME, and the
/// masters in LOCKKEEPER_MASTERS.
class Lockctl {
public:
    explicit Lockctl(QString home, QStringList masterUrls = {});
    /// The same in another language than English: one that LOCKKEEPER_LANGUAGE may have.
    [[nodiscard]] Lockctl inLanguage(QString language) const;

    /// Sets a variable of its environment for all later runs.
    void setVariable(const QString& name, const QString& value) { m_variables[name] = value; }

    /// Runs to the end, with nothing on standard input.
    [[nodiscard]] CtlResult run(const QStringList& arguments) const;
    /// Runs a command line without quotes.
    [[nodiscard]] CtlResult run(const char* line) const;
    /// Runs a script by bash, with `lockctl` in its PATH and nothing on standard input. A pipeline
    /// fails if any part of it does.
    [[nodiscard]] CtlResult runInShell(const QString& script) const;
    /// Types a script into an interactive shell (dash, bash, zsh or fish), with `lockctl` in its
    /// PATH, in `directory`. The exit code is that of the last command.
    [[nodiscard]] CtlResult paste(
        const QString& shell, const QByteArray& script, const QString& directory) const;
    /// Runs it to the end on a terminal of that width.
    [[nodiscard]] CtlResult runOnTerminal(int columns, const QString& arguments) const;
    /// Starts it; its output can be waited for. Ended by the process object.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList& arguments) const;
    [[nodiscard]] std::unique_ptr<QProcess> start(const char* line) const;

private:
    void prepare(QProcess& process, const QStringList& arguments) const;
    void prepareShell(QProcess& process, const QString& shell, const QStringList& arguments) const;
    QString m_home;
    QStringList m_masterUrls;
    QString m_language = QStringLiteral("en");
    QMap<QString, QString> m_variables;
};

[[nodiscard]] QStringList urlsOf(const RedisServerFixture& servers);

/// The words of a command line without quotes.
[[nodiscard]] inline QStringList words(const QString& line)
{
    return line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}
[[nodiscard]] inline QStringList words(const char* line)
{
    return words(QString::fromLatin1(line));
}

/// Tests that run lockctl with one home directory for all.
class CtlTest : public QObject {
protected:
    [[nodiscard]] Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home.path(), urlsOf(servers));
    }

    QTemporaryDir m_home;
};

/// Writes a deployments file with one deployment of these servers to `path`. `keys` are more of its
/// lines.
void writeDeployment(
    const QString& path, const RedisServerFixture& servers, const std::string& keys);

/// The exit code, as a shell has it; -1 if it does not end in time.
[[nodiscard]] int waitForExit(QProcess& process);

/// The most memory that it has had (VmHWM), in KB; 0 if it is gone.
[[nodiscard]] std::size_t mostMemoryOf(const QProcess& process);
#ifdef LOCKKEEPER_HAS_ASAN
inline constexpr std::size_t kMemoryOfTools = 600 * 1024; ///< KB; it keeps what was freed
#else
inline constexpr std::size_t kMemoryOfTools = 0; ///< KB
#endif

/// Reads lines of its output until one is an object that `isWanted`; false if none comes in time.
[[nodiscard]] bool waitForLine(
    QProcess& process, const std::function<bool(const QJsonObject&)>& isWanted);

} // namespace lockkeeper::tests
