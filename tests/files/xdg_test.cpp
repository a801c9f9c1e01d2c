// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/xdg.h"
#include "tests/support/test_class.h"

#include <map>
#include <pwd.h>
#include <unistd.h>

namespace lockkeeper::tests::xdg_test {

class XdgTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* const name :
            {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            m_before[name] = qgetenv(name);
    }
    void init()
    {
        qputenv("HOME", "/home/me");
        qunsetenv("XDG_STATE_HOME");
        qunsetenv("XDG_CONFIG_HOME");
        qunsetenv("XDG_CACHE_HOME");
    }
    void cleanupTestCase()
    {
        for (const auto& [name, value] : m_before)
            value.isNull() ? qunsetenv(name) : qputenv(name, value);
    }

    void theVariablesGoFirst()
    {
        qputenv("XDG_STATE_HOME", "/var/state");
        qputenv("XDG_CONFIG_HOME", "/etc/me");
        qputenv("XDG_CACHE_HOME", "/tmp/me");
        QCOMPARE(stateHome().string(), std::string("/var/state"));
        QCOMPARE(configHome().string(), std::string("/etc/me"));
        QCOMPARE(cacheHome().string(), std::string("/tmp/me"));
    }

    void withoutThemItIsBelowTheHomeDirectory()
    {
        QCOMPARE(stateHome().string(), std::string("/home/me/.local/state"));
        QCOMPARE(configHome().string(), std::string("/home/me/.config"));
        QCOMPARE(cacheHome().string(), std::string("/home/me/.cache"));
    }

    void anEmptyOrRelativeOneCountsAsUnset()
    {
        for (const char* const value : {"", "relative/path"}) {
            qputenv("XDG_STATE_HOME", value);
            qputenv("XDG_CONFIG_HOME", value);
            qputenv("XDG_CACHE_HOME", value);
            QCOMPARE(stateHome().string(), std::string("/home/me/.local/state"));
            QCOMPARE(configHome().string(), std::string("/home/me/.config"));
            QCOMPARE(cacheHome().string(), std::string("/home/me/.cache"));
        }
    }

    void withoutAHomeOnlyTheStateIsLookedForInTheUserDatabase()
    {
        const struct ::passwd* const entry = ::getpwuid(::geteuid());
        if (entry == nullptr)
            QSKIP("this user is in no user database");
        const std::filesystem::path expected
            = std::filesystem::path(entry->pw_dir) / ".local/state";
        qunsetenv("HOME");
        QCOMPARE(stateHome().string(), expected.string());
        QVERIFY(configHome().empty());
        QVERIFY(cacheHome().empty());
        qputenv("HOME", "relative");
        QCOMPARE(stateHome().string(), expected.string());
        QVERIFY(configHome().empty());
    }

private:
    std::map<const char*, QByteArray> m_before;
};

LOCKKEEPER_TEST(XdgTest)

} // namespace lockkeeper::tests::xdg_test

#include "xdg_test.moc"
