// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/deeds/deed.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::names_deeds_test {

using namespace std::string_literals;
using observe::KeyReading;

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
    for (std::string& name : hostileNames(20, 43))
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
            expect(size.integer == count, u"%1: another lock is gone"_s.arg(QLatin1String(when)));
    };
    const auto pasteDecided = [&](QString line) {
        line.replace(" --dry-run"_L1, " --reason x --yes"_L1);
        deed.paste(shell, line.toUtf8() + '\n');
    };

    deed.store(lock);
    const QString encoded = QString::fromLatin1(QByteArray::fromStdString(name).toBase64());
    const QJsonObject way = deed.run({u"show"_s, u"--resource-b64"_s, encoded, u"--json"_s}, 0)
                                .json()["releases"_L1][0]
                                .toObject();
    const QString release = way["command"_L1].toString();
    const CtlResult dryRun = deed.paste(shell, release.toUtf8() + '\n');
    deed.paste(shell, dryRun.output);
    expectOnlyNeighbours("redis-cli, pasted");
    deed.store(lock);
    pasteDecided(release);
    expectOnlyNeighbours("release, pasted");
    deed.store(lock);
    pasteDecided(way["revoke_command"_L1].toString());
    for (const redis::Reply& value : deed.ask({"GET", name}))
        expect(value.text.starts_with("lk1-revoked:"), u"revoke, pasted"_s);
    for (const std::string& other : neighbours) {
        for (const redis::Reply& value : deed.ask({"GET", other}))
            expect(value.text == lock.value, u"another lock was revoked"_s);
    }
}

} // namespace

class NamesDeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachShellDoesWhatIsPrinted_data()
    {
        const auto row = columns<std::size_t, std::size_t, bool>();
        for (std::size_t shell = 0; shell < 4; ++shell)
            row(qPrintable(shells().at(static_cast<qsizetype>(shell))), shell,
                (shell % 2 == 0 ? std::size_t(1) : std::size_t(3)), (shell > 1));
    }
    void eachShellDoesWhatIsPrinted()
    {
        const auto [shell, masters, isTcp] = fetch<std::size_t, std::size_t, bool>();
        const std::vector<std::string> table = names();
        const Stage stage(masters, isTcp);
        const std::size_t before = commandsRun();
        const QByteArray failures = failuresOf(
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
        QVERIFY2(failures.isEmpty(), failures);
        qInfo("%zu names, %zu commands run", table.size(), commandsRun() - before);
    }
};

LOCKKEEPER_TEST(NamesDeedsTest)

} // namespace lockkeeper::tests::names_deeds_test

#include "names_deeds_test.moc"
