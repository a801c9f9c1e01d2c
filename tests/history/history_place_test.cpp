// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_file.h"
#include "core/history/history_place.h"
#include "core/text/fingerprint.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lockkeeper::tests::history_place_test {

using history::historyFileOf;

namespace {

config::Deployment named(const std::string& name, const std::vector<std::string>& urls)
{
    return config::deploymentFromUrls(name, urls).value();
}

void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

} // namespace

class HistoryPlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toUtf8());
    }
    void cleanup() { qunsetenv("XDG_STATE_HOME"); }

    void deploymentsWithTheSameMastersShareAHistory()
    {
        const auto file = historyFileOf(named("orders", {"redis://a", "redis://b"}));
        QCOMPARE(file, historyFileOf(named("command-line", {"redis://u:p@b", "redis://a"})));
        QVERIFY(file != historyFileOf(named("orders", {"redis://a", "redis://c"})));
        QCOMPARE(file.parent_path(), history::historyDirectory());
        QVERIFY(!std::filesystem::exists(file));
    }

    void namesOfFilesAreReadableSafeAndDiffer()
    {
        const std::string name = history::historyFileName("db1.example:6379\ndb2.example:6379\n");
        QVERIFY2(name.starts_with("db1.example-6379-"), name.c_str());
        const std::string hostile = history::historyFileName("/../-\n\x1b[%2F");
        const auto isPlain = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
        };
        QVERIFY2(std::ranges::all_of(hostile, isPlain), hostile.c_str());
        QVERIFY(hostile.front() != '.' && hostile.front() != '-');
        const std::string longName(400, 'x');
        QVERIFY(history::historyFileName(longName).size() <= 101);
        QVERIFY(history::historyFileName(longName) != history::historyFileName(longName + "x"));
    }

    void aFileNamedAfterTheDeploymentIsAdopted()
    {
        const auto former = history::historyDirectory() / "%2Eorders%2F1.sqlite";
        write(former, "history");
        write(std::filesystem::path(former) += "-wal", "log");
        const auto file = historyFileOf(named(".orders/1", {"redis://a"}));
        QCOMPARE(contentOf(file), std::string("history"));
        QCOMPARE(contentOf(std::filesystem::path(file) += "-wal"), std::string("log"));
        QVERIFY(!std::filesystem::exists(former));
        QVERIFY(!std::filesystem::exists(std::filesystem::path(former) += "-wal"));
    }

    void anEarlierFileIsLeftAloneWhereThereIsANewOne()
    {
        const auto file = historyFileOf(named("orders", {"redis://a"}));
        write(file, "new");
        const auto former = history::historyDirectory() / "orders.sqlite";
        write(former, "old");
        QCOMPARE(contentOf(historyFileOf(named("orders", {"redis://a"}))), std::string("new"));
        QCOMPARE(contentOf(former), std::string("old"));
    }

    void anEarlierFileIsLeftAloneWhileSomebodyRecordsIntoIt()
    {
        const auto former = history::historyDirectory() / "orders.sqlite";
        write(former, "old");
        auto right = history::RecordingLock::tryTake(former);
        QVERIFY(right && *right);
        QVERIFY(!std::filesystem::exists(historyFileOf(named("orders", {"redis://a"}))));
        right->reset();
        QCOMPARE(contentOf(historyFileOf(named("orders", {"redis://a"}))), std::string("old"));
    }

    void anEarlierFileIsLeftAloneWhileItsPlaceIsTaken()
    {
        const auto deployment = named("orders", {"redis://a"});
        const auto former = history::historyDirectory() / "orders.sqlite";
        const auto file = historyFileOf(deployment);
        write(former, "old");
        {
            const auto right = history::RecordingLock::tryTake(file);
            QVERIFY(right && *right);
            QCOMPARE(historyFileOf(deployment), file);
            QCOMPARE(contentOf(former), std::string("old"));
        }
        // Nobody can tell who records there.
        const auto lock = std::filesystem::path(file) += ".lock";
        std::filesystem::remove(lock);
        std::filesystem::create_symlink("nowhere", lock);
        QCOMPARE(historyFileOf(deployment), file);
        QCOMPARE(contentOf(former), std::string("old"));
        std::filesystem::remove(lock);
        const auto formerLock = std::filesystem::path(former) += ".lock";
        std::filesystem::remove(formerLock);
        std::filesystem::create_symlink("nowhere", formerLock);
        QCOMPARE(historyFileOf(deployment), file);
        QCOMPARE(contentOf(former), std::string("old"));
        std::filesystem::remove(formerLock);
        QCOMPARE(historyFileOf(deployment), file);
        QCOMPARE(contentOf(file), std::string("old"));
    }

    void anEarlierFileMayHaveALongNameOrNone()
    {
        const std::string longName(200, 'd');
        const std::string hash = Fingerprint::ofString(longName).hex().substr(0, 16);
        const auto directory = history::historyDirectory();
        write(directory / (std::string(163, 'd') + "%" + hash + ".sqlite"), "long");
        QCOMPARE(contentOf(historyFileOf(named(longName, {"redis://a"}))), std::string("long"));
        write(directory / "%.sqlite", "none");
        config::Deployment nameless = named("x", {"redis://b_c"});
        nameless.name.clear();
        const auto file = historyFileOf(nameless);
        QCOMPARE(contentOf(file), std::string("none"));
        QVERIFY(file.filename().string().starts_with("b_c-6379-"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_state;
};

LOCKKEEPER_TEST(HistoryPlaceTest)

} // namespace lockkeeper::tests::history_place_test

#include "history_place_test.moc"
