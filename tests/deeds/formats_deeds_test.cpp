// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/ascii.h"
#include "tests/deeds/deed.h"
#include "tests/support/format_samples.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <set>

namespace lockkeeper::tests::formats_deeds_test {

using namespace std::string_literals;
using observe::KeyReading;
using observe::ValueType;
using test::FormatSample;

namespace {

const std::string kUuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";

struct WakeUp {
    std::string place; ///< a channel, or a list's key
    std::string message;
    bool isList = false;
};

/// What the documents say of a format.
struct Promise {
    bool isReleasable = false;
    bool isRevocable = false;
    bool isFreedInParts = false; ///< one holder at a time
};

/// A lock as its library stores it, and what the documents say of it.
struct Row {
    FormatSample sample;
    bool isHinted = false;
    bool isRepeated = false; ///< the next holder may store the same value
    std::optional<WakeUp> wakeUp{};
    Promise promise{};

    [[nodiscard]] bool isString() const { return sample.reading.type == ValueType::String; }
};

KeyReading string(std::string key, std::string value)
{
    return {
        .key = std::move(key), .type = ValueType::String, .value = std::move(value), .ttl = 30s};
}

FormatSample hinted(const char* format, std::string key, std::string value)
{
    return {format, format, string(std::move(key), std::move(value))};
}

std::vector<FormatSample> hintedSamples()
{
    return {hinted("pottery", "redlock:report", kUuid), hinted("aioredlock", "report", kUuid),
        hinted("go-zero", "report", "PsSKXGh4QwKKU5Un"), hinted("Spring", "registry:report", kUuid),
        hinted("bsm/redislock", "report", "VyyRUMIkyI_cHoRwEzAHeQweb-1"),
        hinted("rslock", "report", "\x01\xfe' \"$(x)\n\0\\%s!abcdef"s.substr(0, 20)),
        hinted("redisson-semaphore", "report", "3"), hinted("redisson-latch", "report", "2")};
}

/// What formatSamples() leaves out: locks that no library in particular writes, a value that
/// Laravel's scheduler repeats, and a hostile name with a channel made of it.
std::vector<FormatSample> moreSamples()
{
    const KeyReading hash{
        .key = "lock:report", .type = ValueType::Hash, .fields = {{"owner", "web-3"}}, .ttl = 30s};
    const KeyReading times{.key = "report:lock",
        .type = ValueType::SortedSet,
        .fields = {{"web-3", "1795262430"}, {"web-4", "1795262440"}},
        .ttl = 30s};
    return {{"a name", "unknown", string("lock:report", "web-3:4711")}, {"hash", "unknown", hash},
        {"sorted set", "unknown", times},
        {"laravel's scheduler, by any store", "Laravel-jobs",
            string("laravel_cache:framework/schedule-0123456789abcdef0123456789abcdef01234567",
                "b:1;")},
        {"redisson, hostile name", "redisson",
            {.key = "it's \x1b\n$(touch x)\\'`touch x` %s",
                .type = ValueType::Hash,
                .fields = {{kUuid + ":93", "1"}},
                .ttl = 30s}}};
}

QString textOf(const char* document)
{
    QFile file(QStringLiteral(DOCS_DIR "/") + QLatin1String(document));
    expect(file.open(QIODevice::ReadOnly), u"no document"_s);
    return QString::fromUtf8(file.readAll());
}

/// What stands between two texts.
QString between(const QString& text, const QString& begin, const QString& end)
{
    const auto from = text.indexOf(begin);
    const auto to = text.indexOf(end, from + 1);
    expect(from >= 0 && to >= 0, u"the document has no '%1'"_s.arg(begin));
    return text.mid(from, to - from);
}

/// The names in backquotes.
QStringList namesIn(const QString& text)
{
    static const QRegularExpression pattern(u"`([^`]+)`"_s);
    QStringList names;
    for (const auto& match : pattern.globalMatch(text))
        names += match.captured(1);
    return names;
}

std::string placeOf(const std::string& format, bool isString)
{
    return format + (isString ? "" : ", no string");
}

/// The formats of the three tables of docs/formats.md; those of other types than strings are
/// marked.
std::map<std::string, Promise> promises()
{
    const QStringList onlyReleased = namesIn(between(textOf("lockctl.md"),
                                         u"**What can't be revoked**"_s, u"formats of your own"_s))
        + QStringList{u"unknown"_s, u"lk1-revoked"_s, u"lk1-revoked-hash"_s};
    const QString tables = between(textOf("formats.md"), u"## Strings"_s, u"## What a release"_s);
    const auto others = tables.indexOf("## Hashes"_L1);
    const auto hints = tables.indexOf("## By a hint"_L1);
    std::map<std::string, Promise> all;
    for (qsizetype at = tables.indexOf("\n| `"_L1); at >= 0;
         at = tables.indexOf("\n| `"_L1, at + 1)) {
        const QString line = tables.mid(at + 1, tables.indexOf(u'\n', at + 1) - at - 1);
        const QString name = namesIn(line).value(0);
        const QString released = line.section(u" | "_s, -1);
        const bool isReleasable = released.startsWith("CAD"_L1);
        const bool isFreedInParts = released.startsWith("each"_L1);
        expect(isReleasable || isFreedInParts || released.startsWith("view only"_L1)
                || released.startsWith("number"_L1),
            line);
        all[placeOf(name.toStdString(), at < others || at > hints)]
            = {isReleasable, isReleasable && !onlyReleased.contains(name), isFreedInParts};
    }
    return all;
}

std::string sampleChannelOfIoredfour(const std::string& key)
{
    return key.starts_with("lock:") ? "lock-release" : "jobs:{ior4_6b3a55e0261b}-release";
}

std::vector<Row> rows()
{
    // docs/formats.md, "What a name says": "All else may come again".
    static const std::set<std::string> repeated{"setnx-expire", "phpredis", "Bull", "redlock-rb",
        "Spring", "RQ", "resque-scheduler", "node-resque", "resque-lonely_job", "unknown", "walrus",
        "Symfony-string", "Nextcloud", "cacheops"};
    std::vector<Row> rows;
    for (auto& samples : {test::formatSamples(), moreSamples()}) {
        for (const FormatSample& sample : samples)
            rows.push_back({.sample = sample});
    }
    for (FormatSample& sample : hintedSamples())
        rows.push_back({.sample = std::move(sample), .isHinted = true});
    const auto promised = promises();
    for (Row& row : rows) {
        const std::string& format = row.sample.format;
        const std::string& key = row.sample.reading.key;
        row.isRepeated = repeated.contains(format) || row.sample.reading.value == "b:1;";
        if (format == "redisson" || format == "redisson-queue")
            row.wakeUp = {"redisson_lock__channel:{" + key + "}", "0"};
        else if (format == "ioredfour")
            row.wakeUp = {sampleChannelOfIoredfour(key), key};
        else if (format == "Spring")
            row.wakeUp = {key.substr(0, key.find(':')) + "-channel:" + key, key};
        else if (format == "python-redis-lock")
            row.wakeUp = {"lock-signal:" + key.substr(key.find(':') + 1), "1", true};
        else if (format == "walrus")
            row.wakeUp = {"lock.event:" + key.substr(key.find(':') + 1), "1", true};
        else if (format == "cacheops")
            row.wakeUp = {key + ":signal", "1", true};
        const auto found = promised.find(placeOf(format, row.isString()));
        if (found != promised.end())
            row.promise = found->second;
    }
    // Looking twice takes time: these begin first.
    std::ranges::stable_partition(rows, &Row::isRepeated);
    return rows;
}

/// The same with the last letter or digit replaced: the next holder's own token.
std::string nextOf(std::string text)
{
    for (auto c = text.rbegin(); c != text.rend(); ++c) {
        if (!isAsciiAlphanumeric(*c))
            continue;
        *c = *c == 'f' || *c == 'z' || *c == '9' || *c == 'F' ? '1' : static_cast<char>(*c + 1);
        return text;
    }
    return text + "2";
}

KeyReading ofNextHolder(KeyReading reading)
{
    if (reading.type == ValueType::String)
        reading.value = nextOf(reading.value);
    else if (reading.fields.front().first == "index") // ioredfour's field has one name
        reading.fields.front().second = nextOf(reading.fields.front().second);
    else
        reading.fields.front().first = nextOf(reading.fields.front().first);
    return reading;
}

KeyReading withTtl(KeyReading reading, std::optional<std::chrono::milliseconds> ttl)
{
    reading.ttl = ttl;
    return reading;
}

/// Those who wait on each master for a wake-up.
class Waiters {
public:
    Waiters(Deed& deed, const std::optional<WakeUp>& wakeUp)
        : m_wakeUp(wakeUp)
    {
        for (const std::string& text : wakeUp ? deed.urls() : std::vector<std::string>{}) {
            const redis::Url url = redis::Url::parse(text).value();
            QStringList arguments{u"-s"_s, QString::fromStdString(url.path)};
            if (url.kind == redis::Url::Kind::Tcp)
                arguments = {u"-p"_s, QString::number(url.port)};
            const QString place = QString::fromStdString(wakeUp->place);
            if (wakeUp->isList)
                arguments += {u"-n"_s, QString::number(url.database), u"BLPOP"_s, place, u"0"_s};
            else
                arguments += {u"SUBSCRIBE"_s, place};
            auto& process = m_processes.emplace_back(std::make_unique<QProcess>());
            process->start(u"redis-cli"_s, arguments);
            if (!wakeUp->isList)
                awaitIn(*process, "subscribe\n" + wakeUp->place + "\n1\n");
        }
        if (wakeUp && wakeUp->isList)
            awaitBlocked(deed);
    }
    /// Throws unless all of them are woken.
    void expectWoken()
    {
        const char* const kind = m_wakeUp && m_wakeUp->isList ? "" : "message\n";
        for (const auto& process : m_processes)
            awaitIn(*process, kind + m_wakeUp->place + "\n" + m_wakeUp->message + "\n");
    }
    ~Waiters()
    {
        for (const auto& process : m_processes) {
            process->kill();
            process->waitForFinished();
        }
    }
    Waiters(const Waiters&) = delete;
    Waiters& operator=(const Waiters&) = delete;

private:
    /// Until all block: what a release pushes may not last long.
    void awaitBlocked(Deed& deed)
    {
        const redis::Url url = redis::Url::parse(deed.urls().front()).value();
        const std::string database = " db=" + std::to_string(url.database) + " ";
        const auto isBlocked = [&](const redis::Reply& clients) {
            const QString text = QString::fromStdString(clients.text);
            return std::ranges::any_of(text.split(u'\n'), [&](const QString& client) {
                return client.contains(QString::fromStdString(database))
                    && client.contains(" cmd=blpop "_L1);
            });
        };
        QDeadlineTimer patience(20'000);
        while (!std::ranges::all_of(deed.ask({"CLIENT", "LIST"}), isBlocked))
            expect(!patience.hasExpired(), u"nobody blocks"_s);
    }
    static void awaitIn(QProcess& process, const std::string& text)
    {
        QByteArray heard;
        while (!heard.contains(text.c_str())) {
            expect(process.waitForReadyRead(20'000),
                u"waits in vain for "_s + QString::fromStdString(text));
            heard += process.readAllStandardOutput();
        }
    }

    std::optional<WakeUp> m_wakeUp;
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

/// All deeds on the lock of one row.
class RowDeeds {
public:
    RowDeeds(const Stage& stage, const Row& row, std::size_t number)
        : m_row(row)
        , m_lock(row.sample.reading)
        , m_name(QString::fromStdString(m_lock.key))
        , m_place(m_lock.type == ValueType::Queue ? queueOf(m_lock.key).list : m_lock.key)
        , m_shell(number)
        , m_deed(stage, number)
    {
        const std::string hint
            = "[deployment.format_hints]\n\"*\" = \"" + row.sample.format + "\"\n";
        if (row.isHinted || m_deed.masters() > 1)
            m_deed.useFile(row.isHinted ? hint : "");
    }

    void doAll()
    {
        look();
        if (!m_row.promise.isReleasable) {
            expectRefused("release");
            expectRefused("revoke");
            if (m_row.promise.isFreedInParts)
                freeEach();
            return;
        }
        pasteAfterTheLockChangedHands();
        freeIt();
        if (m_row.promise.isRevocable)
            revokeIt();
        else
            expectRefused("revoke");
    }

private:
    void look()
    {
        m_deed.store(m_lock);
        const CtlResult list = m_deed.run({u"list"_s, u"--json"_s}, 0);
        const QString format = list.lock(m_name)["format"_L1].toString();
        // Others may write the same: "redlock-rb or aioredlock or Spring".
        expect(format.section(u" or "_s, 0, 0).toStdString() == m_row.sample.format,
            u"list takes it for '%1'"_s.arg(format));
        const CtlResult table = m_deed.run({u"list"_s}, 0);
        expect(table.outputLines().size() == 2, u"list shows no row"_s);
        const CtlResult shown = m_deed.run({u"show"_s, m_name, u"--json"_s}, 0);
        m_way = shown.json()["releases"_L1][0].toObject();
        const auto has
            = [this](const char* field) { return m_way[QLatin1String(field)].isString(); };
        expect(has("command") == m_row.promise.isReleasable && has("reason") != has("command")
                && has("revoke_command") == m_row.promise.isRevocable,
            u"show offers something else"_s);
    }

    [[nodiscard]] QStringList words(const char* action) const
    {
        return {QLatin1String(action), m_name, u"--token"_s, m_way["token"_L1].toString(),
            u"--reason"_s, u"it's $(stuck)"_s, u"--yes"_s};
    }

    void expectRefused(const char* action)
    {
        m_deed.store(m_lock);
        const auto before = m_deed.stored(m_place);
        const CtlResult refused = m_deed.run(words(action), 64);
        expect(refused.errorLines().size() == 1, u"no reason is told"_s);
        expect(m_deed.stored(m_place) == before, u"it was changed"_s);
    }

    /// The commands that a dry run prints, by the line that `show` prints.
    [[nodiscard]] QByteArray dryRun(const char* line)
    {
        const auto before = m_deed.stored(m_place);
        const QString command = m_way[QLatin1String(line)].toString();
        const CtlResult printed = m_deed.paste(m_shell, command.toUtf8() + '\n');
        expect(m_deed.stored(m_place) == before, u"a dry run changed it"_s);
        return printed.output;
    }

    void pasteExpecting(const QByteArray& commands, const char* answer, const char* when)
    {
        const QByteArray output = m_deed.paste(m_shell, commands).output;
        const QByteArray wanted
            = QByteArray(answer).append('\n').repeated(static_cast<qsizetype>(m_deed.masters()));
        expect(output == wanted,
            u"%1: the masters answered %2"_s.arg(QLatin1String(when), QString::fromUtf8(output)));
    }

    void pasteAfterTheLockChangedHands()
    {
        m_deed.store(m_lock);
        const QByteArray commands = dryRun("command");
        pasteOn(ofNextHolder(m_lock), commands, "pasted when another holds it");
        if (m_row.isRepeated) {
            pasteOn(withTtl(m_lock, 60s), commands, "pasted on the same value with a longer TTL");
            pasteOn(m_lock, commands, "pasted on the same value with the same TTL, set anew");
            pasteOn(withTtl(m_lock, {}), commands, "pasted on the same value without a TTL");
            pasteOn(withTtl(m_lock, 15s), commands, "pasted on the same value with a shorter TTL");
        }
    }

    void pasteOn(const KeyReading& ofNext, const QByteArray& commands, const char* when)
    {
        m_deed.store(ofNext);
        const auto before = m_deed.stored(m_place);
        pasteExpecting(commands, "-1", when);
        expect(m_deed.stored(m_place) == before, u"the next holder's lock was changed"_s);
    }

    void freeIt()
    {
        {
            m_deed.store(m_lock);
            const QByteArray commands = dryRun("command");
            Waiters waiters(m_deed, m_row.wakeUp);
            pasteExpecting(commands, "1", "pasted");
            m_deed.expectGone(m_place, "pasted");
            waiters.expectWoken();
        }
        m_deed.store(m_lock);
        Waiters waiters(m_deed, m_row.wakeUp);
        m_deed.run(words("release"), 0);
        m_deed.expectGone(m_place, "release");
        waiters.expectWoken();
    }

    /// Its holders, with the lines that free them.
    [[nodiscard]] QJsonArray members()
    {
        const CtlResult shown = m_deed.run({u"show"_s, m_name, u"--json"_s}, 0);
        return shown.json()["members"_L1].toArray();
    }

    [[nodiscard]] bool isLock()
    {
        const CtlResult list = m_deed.run({u"list"_s, u"--json"_s}, 0);
        return !list.json()["locks"_L1].toArray().isEmpty();
    }

    /// One after the other: pasted, and by lockctl.
    void freeEach()
    {
        m_deed.store(m_lock);
        QJsonArray left = members();
        expect(!left.isEmpty(), u"show names no holder"_s);
        while (!left.isEmpty()) {
            const QJsonObject first = left.first().toObject();
            const QString command = first["command"_L1].toString();
            const auto before = m_deed.stored(m_place);
            const QByteArray lines = m_deed.paste(m_shell, command.toUtf8() + '\n').output;
            expect(m_deed.stored(m_place) == before, u"a dry run changed it"_s);
            pasteExpecting(lines, "1", "pasted, a holder");
            pasteExpecting(lines, "0", "pasted again");
            const QJsonArray others = isLock() ? members() : QJsonArray();
            expect(others.size() < left.size(), u"the holder is still there"_s);
            left = others;
        }
        m_deed.store(m_lock);
        const QString member = members().first().toObject()["member"_L1].toString();
        m_deed.run(
            {u"release"_s, m_name, u"--member"_s, member, u"--reason"_s, u"stuck"_s, u"--yes"_s},
            0);
    }

    void revokeIt()
    {
        m_deed.store(m_lock);
        pasteExpecting(dryRun("revoke_command"), "3", "revoke, pasted");
        expectRevoked();
        m_deed.store(m_lock);
        m_deed.run(words("revoke"), 0);
        expectRevoked();
    }

    void expectRevoked()
    {
        const CtlResult list = m_deed.run({u"list"_s, u"--json"_s}, 0);
        const QString format = list.lock(m_name)["format"_L1].toString();
        expect(format == QLatin1String(m_row.isString() ? "lk1-revoked" : "lk1-revoked-hash"),
            u"a revoked lock is taken for '%1'"_s.arg(format));
        for (const redis::Reply& left : m_deed.ask({"PTTL", m_lock.key}))
            expect(left.integer > 0 && (!m_lock.ttl || left.integer <= m_lock.ttl->count()),
                u"a revoked lock has another TTL"_s);
    }

    const Row& m_row;
    const KeyReading& m_lock;
    const QString m_name;
    const std::string m_place; ///< what a master stores of it
    const std::size_t m_shell;
    Deed m_deed;
    QJsonObject m_way; ///< how to release it, as `show` says
};

} // namespace

class FormatsDeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachFormatOfTheDocumentHasARow()
    {
        std::set<std::string> without;
        for (const auto& [place, promise] : promises())
            without.insert(place);
        QVERIFY(without.size() > 50);
        for (const Row& row : rows())
            without.erase(placeOf(row.sample.format, row.isString()));
        for (const std::string& place : without)
            qWarning("docs/formats.md has %s, the table of deeds has not", place.c_str());
        QVERIFY(without.empty());
    }

    void doesToEachWhatTheDocumentSays_data()
    {
        const auto row = columns<std::size_t, bool>();
        row("one master by a socket", std::size_t(1), false);
        row("one master by TCP", std::size_t(1), true);
        row("three masters by sockets", std::size_t(3), false);
        row("three masters by TCP", std::size_t(3), true);
    }
    void doesToEachWhatTheDocumentSays()
    {
        const auto [masters, isTcp] = fetch<std::size_t, bool>();
        const std::vector<Row> table = rows();
        const Stage stage(masters, isTcp);
        const std::size_t before = commandsRun();
        const QByteArray failures = failuresOf(
            table.size(), [&](std::size_t i) { RowDeeds(stage, table[i], i).doAll(); },
            [&](std::size_t i) { return table[i].sample.name; });
        QVERIFY2(failures.isEmpty(), failures);
        qInfo("%zu rows, %zu commands run", table.size(), commandsRun() - before);
    }
};

LOCKKEEPER_TEST(FormatsDeedsTest)

} // namespace lockkeeper::tests::formats_deeds_test

#include "formats_deeds_test.moc"
