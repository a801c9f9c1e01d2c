// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/driver/mutator.h"
#include "tests/fuzz/target.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::fuzz_test {

namespace {

constexpr int kMutations = 2000;
constexpr std::uint32_t kUsualNumber = 20261121;

struct Seed {
    QString name;
    std::string bytes;
};

/// The files of the target's corpus, in the order of their names.
std::vector<Seed> seedsOf(const fuzz::Target& target)
{
    const QDir folder(QStringLiteral(LOCKKEEPER_FUZZ_CORPUS "/") + QLatin1String(target.name()));
    std::vector<Seed> seeds;
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            seeds.push_back({name, file.readAll().toStdString()});
    }
    return seeds;
}

/// Why the target's invariant does not hold; empty: it does.
QByteArray breachOf(const fuzz::Target& target, const std::string& input)
{
    try {
        target.run(input);
    } catch (const fuzz::Broken& broken) {
        return QByteArray("does not hold: ") + broken.what()
            + "; input in base64: " + QByteArray::fromStdString(input).toBase64();
    }
    return {};
}

} // namespace

/// The fuzz targets without a fuzzer: their seeds, and inputs made of those. Set LOCKKEEPER_SEED to
/// try others, or to see the same again.
class FuzzTest : public QObject {
    Q_OBJECT

    static void addTargets()
    {
        QTest::addColumn<const fuzz::Target*>("target");
        for (const fuzz::Target& target : fuzz::Target::all())
            QTest::newRow(target.name()) << &target;
    }

private Q_SLOTS:
    void everySeedKeepsTheInvariant_data() { addTargets(); }
    void everySeedKeepsTheInvariant()
    {
        QFETCH(const fuzz::Target*, target);
        const auto seeds = seedsOf(*target);
        QVERIFY2(!seeds.empty(), "it has no corpus");
        for (const Seed& seed : seeds) {
            const QByteArray breach = breachOf(*target, seed.bytes);
            QVERIFY2(breach.isEmpty(), seed.name.toUtf8() + ": " + breach);
        }
    }

    void whatIsMadeOfSeedsKeepsTheInvariant_data() { addTargets(); }
    void whatIsMadeOfSeedsKeepsTheInvariant()
    {
        QFETCH(const fuzz::Target*, target);
        const QByteArray given = qgetenv("LOCKKEEPER_SEED");
        const std::uint32_t number = given.isEmpty() ? kUsualNumber : given.toUInt();
        qInfo("LOCKKEEPER_SEED=%u", number);
        std::vector<std::string> bytes;
        for (Seed& seed : seedsOf(*target))
            bytes.push_back(std::move(seed.bytes));
        QVERIFY(!bytes.empty());
        fuzz::Mutator mutator(std::move(bytes), number);
        for (int i = 0; i < kMutations / target->cost(); ++i) {
            const QByteArray breach = breachOf(*target, mutator.next());
            QVERIFY2(breach.isEmpty(), "input " + QByteArray::number(i) + ": " + breach);
        }
    }
};

LOCKKEEPER_TEST(FuzzTest)

} // namespace lockkeeper::tests::fuzz_test

#include "fuzz_test.moc"
