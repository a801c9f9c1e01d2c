// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/deeds/deed.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QtTest>
#include <set>

namespace lockkeeper::names_deeds_test {

using namespace std::chrono_literals;
using namespace std::string_literals;
using observe::KeyReading;
using tests::CtlResult;
using tests::Deed;
using tests::expect;

namespace {

/// Names that a shell, a printf, redis-cli or a command line could take for something else.
std::vector<std::string> names()
{
    std::vector<std::string> names{"orders:42", "lock:\x1b'$(touch x) #", "$(touch x)", "`touch x`",
        "'; touch x; '", "\"; touch x; \"", "'$(touch x)'", "\\'$(touch x)\\'", "a\\", "\\", "\\\\",
        "\\\\'; touch x #", "a\\'b", "a\\nb", "\\x41", "\\101", "a\nb", "a\n", "\n", "\ntouch x\n",
        "a\rb", "\r", "a\tb", "\x7f", "\x01\x02", "a\0b"s, "\0"s, "", " ", " a ", "-", "--", "-n",
        "--yes", "--json", "-\n'", "!", "!!", "a!b", "'!!'", "it's!", "^a^b", "%s", "%s%n%d",
        "%self", "%1", "~", "~root", "=ls", "a=~", "*", "?", "[a-z]", "{a,b}", "$HOME", "${x}",
        "$'\\x41'", "#", "# x", "&", "a&b", "|", "<x", ">x", ";", "(x)", "\xff", "\xc3", "\xe9\x94",
        "锁:订单", "“é”", "🔒", "\xe2\x80\xae", "\xe2\x80\x8b", "<img src=x>", "list", "release",
        "a,b", "[a,b]", "http://x/?a=b&c", std::string(5000, '\'')};
    for (std::string& name : tests::hostileNames(20, 43))
        names.push_back(std::move(name));
    return names;
}

KeyReading lockOf(const std::string& name)
{
    return {.key = name,
        .type = observe::ValueType::String,
        .value = "lk1:web-1:7:app:1795262266123:0123456789abcdef0123456789abcdef01234567",
        .ttl = 60s};
}

/// Names that the lock's would be taken for if something of it were cut off or replaced.
std::set<std::string> neighboursOf(const std::string& name)
{
    std::set<std::string> neighbours{name + "x", "x", "n"};
    for (std::size_t length = 0; length < std::min<std::size_t>(name.size(), 40); ++length)
        neighbours.insert(name.substr(0, length));
    std::string without = name;
    std::erase(without, '\\');
    neighbours.insert(without);
    neighbours.erase(name);
    return neighbours;
}

/// All that is printed for a lock of that name, pasted into one shell.
void pasteAll(Deed& deed, const std::string& name, std::size_t shell)
{
    const auto neighbours = neighboursOf(name);
    const KeyReading lock = lockOf(name);
    for (const std::string& other : neighbours)
        deed.store(lockOf(other));
    const auto count = static_cast<std::int64_t>(neighbours.size());
    const auto expectOnlyNeighbours = [&](const char* when) {
        deed.expectGone(name, when);
        for (const redis::Reply& size : deed.ask({"DBSIZE"}))
            expect(size.integer == count,
                QStringLiteral("%1: another lock is gone").arg(QLatin1String(when)));
    };
    const auto pasteDecided = [&](QString line) {
        line.replace(QLatin1String(" --dry-run"), QLatin1String(" --reason x --yes"));
        deed.paste(shell, line.toUtf8() + '\n');
    };

    deed.store(lock);
    const QString encoded = QString::fromLatin1(QByteArray::fromStdString(name).toBase64());
    const QJsonObject way = deed.run({QStringLiteral("show"), QStringLiteral("--resource-b64"),
                                         encoded, QStringLiteral("--json")},
                                    0)
                                .json()[QLatin1String("releases")][0]
                                .toObject();
    const QString release = way[QLatin1String("command")].toString();
    const CtlResult dryRun = deed.paste(shell, release.toUtf8() + '\n');
    deed.paste(shell, dryRun.output);
    expectOnlyNeighbours("redis-cli, pasted");
    deed.store(lock);
    pasteDecided(release);
    expectOnlyNeighbours("release, pasted");
    deed.store(lock);
    pasteDecided(way[QLatin1String("revoke_command")].toString());
    for (const redis::Reply& value : deed.ask({"GET", name}))
        expect(value.text.starts_with("lk1-revoked:"), QStringLiteral("revoke, pasted"));
    for (const std::string& other : neighbours) {
        for (const redis::Reply& value : deed.ask({"GET", other}))
            expect(value.text == lock.value, QStringLiteral("another lock was revoked"));
    }
}

} // namespace

class NamesDeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachShellDoesWhatIsPrinted_data()
    {
        QTest::addColumn<std::size_t>("shell");
        QTest::addColumn<std::size_t>("masters");
        QTest::addColumn<bool>("isTcp");
        for (std::size_t shell = 0; shell < 4; ++shell)
            QTest::newRow(qPrintable(tests::shells().at(static_cast<qsizetype>(shell))))
                << shell << (shell % 2 == 0 ? std::size_t(1) : std::size_t(3)) << (shell > 1);
    }
    void eachShellDoesWhatIsPrinted()
    {
        QFETCH(std::size_t, shell);
        QFETCH(std::size_t, masters);
        QFETCH(bool, isTcp);
        const std::vector<std::string> table = names();
        const tests::Stage stage(masters, isTcp);
        const std::size_t before = tests::commandsRun();
        const QByteArray failures = tests::failuresOf(
            table.size(),
            [&](std::size_t i) {
                Deed deed(stage, i);
                if (masters > 1)
                    deed.useFile("");
                pasteAll(deed, table[i], shell);
            },
            [&](std::size_t i) {
                return QByteArray::fromStdString(table[i])
                    .left(60)
                    .toPercentEncoding()
                    .toStdString();
            });
        QVERIFY2(failures.isEmpty(), failures.constData());
        qInfo("%zu names, %zu commands run", table.size(), tests::commandsRun() - before);
    }
};

LOCKKEEPER_TEST(NamesDeedsTest)

} // namespace lockkeeper::names_deeds_test

#include "names_deeds_test.moc"
