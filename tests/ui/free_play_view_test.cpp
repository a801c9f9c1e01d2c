// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/keyboard_walk.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/lab_runner.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/play_cards.h"
#include "ui/pages/lab/run_view.h"

#include <QComboBox>
#include <QLayout>
#include <QListWidget>
#include <QPushButton>
#include <QTreeWidget>
#include <mutex>

namespace lockkeeper::tests::free_play_view_test {

using lab::Deed;
using ui::ContenderCard;
using ui::LabPage;
using ui::LabRunner;
using ui::MasterCard;

namespace {

constexpr SteadyTime at(std::chrono::milliseconds time)
{
    return SteadyTime(1h) + time;
}

/// A holds the lock, B waits for it, C is dead, master b is stopped.
lab::Scene busyScene()
{
    lab::Scene scene{.start = at(0ms)};
    scene.recent = {.start = at(0ms), .end = at(4s)};
    scene.recent.beliefs = {{.who = 'A', .from = at(2s), .to = at(6s)}};
    scene.recent.stored
        = {{.master = 'a', .value = "t", .from = at(2s), .ttl = 4000ms, .who = 'A'}};
    scene.moves = {{.deed = {.kind = Deed::Kind::Pause, .who = 'b'}}};
    scene.recent.steps = {{.step = 0, .at = at(1s)}};
    scene.contenders
        = {{.who = 'A', .isAlive = true, .holds = true, .since = at(2s), .until = at(6s)},
            {.who = 'B', .isAlive = true, .wants = true, .since = at(3s)}, {.who = 'C'}};
    scene.masters = {{.id = 'a'}, {.id = 'b', .isPaused = true, .since = at(1s)},
        {.id = 'c', .isRunning = false}};
    scene.till = {.stock = 6, .sold = 4};
    return scene;
}

/// Shows one scene, and keeps what it is told.
class FakeFreePlayer {
public:
    Result<void> play(const lab::FreePlayOptions& options)
    {
        options.onStart({"unix:///a"});
        options.onScene(busyScene());
        while (!options.isCancelled()) {
            const auto made = options.nextMoves(BootClock::now() + 10s);
            const std::scoped_lock lock(m_mutex);
            m_moves.insert(m_moves.end(), made.begin(), made.end());
            m_masters = options.masters;
        }
        return {};
    }
    [[nodiscard]] std::vector<lab::Move> moves()
    {
        const std::scoped_lock lock(m_mutex);
        return m_moves;
    }

private:
    std::mutex m_mutex;
    std::vector<lab::Move> m_moves;
    std::size_t m_masters = 0;
};

} // namespace

/// The cards of free play, without servers.
class FreePlayViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_player = std::make_unique<FakeFreePlayer>();
        m_runner = std::make_unique<LabRunner>(
            [](const lab::Experiment&, const lab::Variant&,
                const lab::RunOptions&) -> Result<lab::Played> {
                return fail(ErrorClass::InvalidArgument, "not asked for");
            },
            [this](const lab::FreePlayOptions& options) { return m_player->play(options); });
        m_page = std::make_unique<LabPage>(*m_runner);
        m_page->resize(1280, 800);
        m_page->show();
        m_page->chooseFreePlay();
    }
    void cleanup()
    {
        m_page.reset();
        m_runner.reset();
    }

    void cardsTellHowTheyAre()
    {
        QCOMPARE(stateOf(u"contenderA"_s), u"not started"_s);
        QVERIFY(!child<QPushButton>(card(u"contenderA"_s), u"takeButton"_s).isEnabled());
        start();
        QCOMPARE(stateOf(u"contenderA"_s), u"holds, 2.0 s left"_s);
        QCOMPARE(stateOf(u"contenderB"_s), u"waits 1.0 s"_s);
        QCOMPARE(stateOf(u"contenderC"_s), u"dead"_s);
        QCOMPARE(stateOf(u"mastera"_s), u"answers"_s);
        QCOMPARE(stateOf(u"masterb"_s), u"stopped 3.0 s"_s);
        QCOMPARE(stateOf(u"masterc"_s), u"dead"_s);
        QVERIFY(visibleTexts(card(u"mastera"_s)).contains(u"A's, 2.0 s left"_s));
        QCOMPARE(child<QLabel>(*m_page, u"tillLabel"_s).text(), u"sold 4 of 10"_s);
        QCOMPARE(child<QLabel>(*m_page, u"freePlayVerdict"_s).text(), u"never two at once"_s);
    }

    void everyControlByTheKeyboard()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        for (const bool isPlaying : {false, true}) {
            if (isPlaying)
                start();
            child<QPushButton>(*m_page, u"startFreePlayButton"_s).setFocus();
            const QStringList left = skippedByTab(*m_page);
            QVERIFY2(left.isEmpty(), qPrintable(left.join(u", "_s)));
            const QStringList found = nameless(*m_page);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
        }
    }

    void oneIsToldWhatItCanDo()
    {
        start();
        QVERIFY(!child<QPushButton>(card(u"contenderA"_s), u"takeButton"_s).isEnabled());
        auto& pause = child<QPushButton>(card(u"contenderA"_s), u"pauseButton"_s);
        QCOMPARE(pause.text(), u"Pause"_s);
        click(pause);
        click(child<QPushButton>(card(u"contenderC"_s), u"takeButton"_s));
        auto& goOn = child<QPushButton>(card(u"masterb"_s), u"stopButton"_s);
        QCOMPARE(goOn.text(), u"Go on"_s);
        click(goOn);
        auto& startEmpty = child<QPushButton>(card(u"masterc"_s), u"killButton"_s);
        QCOMPARE(startEmpty.text(), u"Start empty"_s);
        click(startEmpty);
        QTRY_COMPARE(m_player->moves().size(), std::size_t(4));
        const auto moves = m_player->moves();
        QVERIFY(moves[0].deed.kind == Deed::Kind::Pause && moves[0].deed.who == 'A');
        QVERIFY(moves[1].deed.kind == Deed::Kind::Take && moves[1].deed.who == 'C');
        QCOMPARE(moves[1].way, (lab::Way{.scheme = "redlock"}));
        QVERIFY(moves[2].deed.kind == Deed::Kind::Resume && moves[2].deed.who == 'b');
        QVERIFY(moves[3].deed.kind == Deed::Kind::StartEmpty && moves[3].deed.who == 'c');
    }

    void mastersDecideWhichSchemesThereAre()
    {
        auto& masters = child<QComboBox>(*m_page, u"freePlayMasters"_s);
        const auto& scheme = *card(u"contenderA"_s).findChild<QComboBox*>();
        QCOMPARE(scheme.count(), 1);
        masters.setCurrentIndex(0);
        QVERIFY(scheme.count() > 8);
        QCOMPARE(scheme.currentText(), u"redlock"_s);
        QVERIFY(m_page->findChild<MasterCard*>(u"masterb"_s) == nullptr);
        masters.setCurrentIndex(3);
        QVERIFY(m_page->findChild<MasterCard*>(u"mastere"_s) != nullptr);
    }

    void thereAreUpToEightContenders()
    {
        auto& add = child<QPushButton>(*m_page, u"addContenderButton"_s);
        for (int i = 0; i < 5; ++i)
            click(add);
        QCOMPARE(m_page->findChildren<ContenderCard*>().size(), 8);
        QVERIFY(!add.isEnabled());
    }

    void whatHappenedIsListed()
    {
        start();
        const auto& log = child<QListWidget>(*m_page, u"freePlayLog"_s);
        QCOMPARE(log.count(), 2);
        QCOMPARE(log.item(0)->text(), u"2.0 s  A takes it: 0 of 3"_s); // newest first
        QCOMPARE(log.item(1)->text(), u"1.0 s  b is stopped"_s);
    }

    void nothingElseIsPlayedMeanwhile()
    {
        start();
        QVERIFY(!child<QTreeWidget>(*m_page, u"labList"_s).isEnabled());
        auto& end = child<QPushButton>(*m_page, u"startFreePlayButton"_s);
        QCOMPARE(end.text(), u"End"_s);
        click(end);
        QTRY_VERIFY(!m_runner->isRunning());
        QVERIFY(child<QTreeWidget>(*m_page, u"labList"_s).isEnabled());
        QCOMPARE(end.text(), u"Start again"_s);
        QCOMPARE(stateOf(u"contenderA"_s), u"not started"_s);
    }

    void itsMastersCanBeWatchedAndItsPictureSaved()
    {
        QVERIFY(m_page->asSvg().empty());
        start();
        const QSignalSpy wanted(m_page.get(), &LabPage::watchRequested);
        click(child<QPushButton>(*m_page, u"watchFreePlayButton"_s));
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(m_page->pictureName(), u"free-play"_s);
        QVERIFY(m_page->asSvg().starts_with("<svg"));
        QVERIFY(m_page->asSvg(true).empty());
        QVERIFY(!m_page->asPng().isEmpty());
        QVERIFY(m_page->asMarkdown(u"play"_s).find("play.svg") != std::string::npos);
    }

    void itFitsANarrowWindow()
    {
        // As in a window.
        m_page->layout()->setSizeConstraint(QLayout::SetNoConstraint);
        m_page->setMinimumSize(0, 0);
        m_page->resize(480, 420);
        QCOMPARE(m_page->width(), 480);
        QTRY_VERIFY(child<QComboBox>(*m_page, u"labBox"_s).isVisible());
        QCOMPARE(child<QComboBox>(*m_page, u"labBox"_s).currentText(), u"Free play"_s);
        QVERIFY(m_page->minimumSizeHint().width() <= 480);
    }

private:
    QWidget& card(const QString& name) { return child<QWidget>(*m_page, name); }
    QString stateOf(const QString& name)
    {
        return child<QLabel>(card(name), u"stateLabel"_s).text();
    }
    void start()
    {
        click(child<QPushButton>(*m_page, u"startFreePlayButton"_s));
        QTRY_VERIFY(stateOf(u"contenderA"_s) != u"not started"_s);
    }

    std::unique_ptr<FakeFreePlayer> m_player;
    std::unique_ptr<LabRunner> m_runner;
    std::unique_ptr<LabPage> m_page;
};

LOCKKEEPER_TEST(FreePlayViewTest)

} // namespace lockkeeper::tests::free_play_view_test

#include "free_play_view_test.moc"
