// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/blocking_client.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/pages/kinds_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

#include <QPushButton>
#include <atomic>
#include <thread>

namespace lockkeeper::tests::kinds_page_test {

using ui::KindsModel;

namespace {

constexpr int kPatience = 10'000;
constexpr char kUuid[] = "8743c9c0-0795-4907-87fd-6c719a6b4586";

} // namespace

/// The page of kinds, with real servers and a real deployments file.
class KindsPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init()
    {
        m_page.reset();
        m_survey.reset();
        m_servers = std::make_unique<RedisServerFixture>();
        m_directory = std::make_unique<QTemporaryDir>();
        m_prompter.answer = false;
        m_prompter.questions.clear();
        for (const char* key : {"order:1:lock", "order:2:lock", "order:3:lock"})
            m_servers->command({"SET", key, kUuid, "PX", "60000"});
        for (const char* key : {"cache:1", "cache:2"})
            m_servers->command({"SET", key, "<b>bold</b>"});
    }
    void cleanup()
    {
        m_page.reset();
        m_survey.reset();
    }

    void whatIsUsedAsALockIsProposedFirst()
    {
        open({});
        auto& button = child<QPushButton>(*m_page, u"learnButton"_s);
        button.click(); // and no
        QVERIFY(m_prompter.questions.last().contains(u"MONITOR on 1 master"_s));
        QVERIFY(!m_survey->isRunning());
        m_prompter.answer = true;
        std::atomic<bool> isOver{false};
        std::thread program([this, &isOver] {
            auto client = sandbox::BlockingClient::connect(
                redis::Url::parse(m_servers->urls()[0]).value(), std::chrono::seconds(5))
                              .value();
            while (!isOver) {
                (void)client.call({"SET", "nightly-import", "1", "NX", "PX", "30000"});
                (void)client.call({"SET", "nightly-import", "2", "NX", "PX", "30000"});
                (void)client.call({"DEL", "nightly-import"});
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
        QVERIFY(m_survey->learn(std::chrono::seconds(1)));
        QTRY_VERIFY_WITH_TIMEOUT(!m_survey->isRunning(), kPatience);
        isOver = true;
        program.join();
        const QAbstractItemModel& rows = *m_page->table().model();
        QVERIFY(rows.rowCount() > 0);
        QCOMPARE(rows.index(0, KindsModel::Name).data().toString(), u"nightly-import"_s);
        QVERIFY(rows.index(0, KindsModel::Used).data().toString().contains(u"tries in vain"_s));
        QVERIFY(m_page->findChild<ui::Banner*>(u"kindsBanner"_s)
                    ->text()
                    .contains(u"1 kind used as locks"_s));
        QVERIFY(child<QPushButton>(*m_page, u"theseAreLocksButton"_s).isEnabled());
    }

    void theCostIsToldBeforeTheLook()
    {
        open({});
        QVERIFY(m_page->emptyState().isVisible());
        const auto update = std::make_shared<observe::BoardUpdate>();
        update->masters.resize(2);
        for (auto& master : update->masters)
            master.keysRead = 600; // at the start: it pushes what has changed since
        update->locks = 700;
        update->possible = 100;
        update->otherKeys = 400;
        m_page->showUpdate(update);
        const QString cost = button(u"lookButton"_s).accessibleDescription();
        QVERIFY2(cost.contains(u"up to 1200 on each of 2 masters"_s), qPrintable(cost));
        QVERIFY(!button(u"theseAreLocksButton"_s).isVisible());
    }

    void eachKindIsARowLocksFirst()
    {
        open({});
        look();
        const auto& model = *m_page->table().model();
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(0, KindsModel::Name), u"order:<n>:lock"_s);
        QCOMPARE(cell(0, KindsModel::Keys), u"3"_s);
        QVERIFY2(cell(0, KindsModel::TakenFor).startsWith(u"likely"_s),
            qPrintable(cell(0, KindsModel::TakenFor)));
        QCOMPARE(cell(0, KindsModel::Value), u"uuid"_s);
        QCOMPARE(cell(0, KindsModel::Type), u"string"_s);
        QVERIFY(!cell(0, KindsModel::Why).isEmpty());
        QCOMPARE(cell(1, KindsModel::Name), u"cache:<n>"_s);
        QCOMPARE(cell(1, KindsModel::TakenFor), u"no lock"_s);
        QCOMPARE(cell(1, KindsModel::TimeToLive), u"none"_s);
    }

    void anAnswerIsWrittenIntoTheFileAndCountsInTheNextLook()
    {
        const std::filesystem::path file = writeFile();
        open(file);
        look();
        m_page->table().setCurrentIndex(m_page->table().model()->index(1, 0));
        m_prompter.answer = true;
        QSignalSpy settled(m_survey.get(), &ui::KindsSurvey::settled);
        QSignalSpy finished(m_survey.get(), &ui::KindsSurvey::finished);
        click(button(u"theseAreLocksButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, kPatience);
        QVERIFY(m_prompter.questions.at(0).contains(u"cache:*"_s));
        const QByteArray text = read(file);
        QVERIFY2(text.contains("\"cache:*\" = \"unknown\""), text.constData());
        QVERIFY2(text.contains("# mine"), text.constData());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        const int row = rowOf(u"cache:<n>"_s);
        QVERIFY2(cell(row, KindsModel::TakenFor).startsWith(u"certain"_s),
            qPrintable(cell(row, KindsModel::TakenFor)));
    }

    /// A semaphore's free permits look like a lock without TTL, and are not freed like one.
    void theFormatOfNumbersWithoutTtlHasToBeChosen()
    {
        m_servers->command({"FLUSHALL"});
        m_servers->command({"SET", "pool:render:1", "3"});
        m_servers->command({"SET", "pool:render:2", "1"});
        open(writeFile());
        look();
        m_page->table().setCurrentIndex(m_page->table().model()->index(0, 0));
        QVERIFY(button(u"theseAreLocksButton"_s).isEnabled());
        click(button(u"theseAreLocksButton"_s));
        QVERIFY(!m_survey->isRunning());
        QCOMPARE(m_prompter.chosenAtFirst, -1);
        const auto permits = m_prompter.offered.indexOf(u"redisson-semaphore"_s);
        QVERIFY2(permits >= 0, qPrintable(m_prompter.offered.join(u' ')));
        m_prompter.answer = true;
        m_prompter.choice = static_cast<int>(permits);
        QSignalSpy settled(m_survey.get(), &ui::KindsSurvey::settled);
        click(button(u"theseAreLocksButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, kPatience);
        const auto& hint = m_survey->deployment().formatHints.at(0);
        QCOMPARE(hint.keys, std::string("pool:render:*"));
        QCOMPARE(hint.format, std::string("redisson-semaphore"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_survey->isRunning(), kPatience);
    }

    void withoutConsentNothingIsWritten()
    {
        const std::filesystem::path file = writeFile();
        const QByteArray before = read(file);
        open(file);
        look();
        m_page->table().setCurrentIndex(m_page->table().model()->index(0, 0));
        click(button(u"theseAreNoLocksButton"_s));
        QCOMPARE(m_prompter.questions.size(), 1);
        QVERIFY(!m_survey->isRunning());
        QCOMPARE(read(file), before);
    }

    void withoutAFileItSaysWhatToDo()
    {
        open({});
        look();
        m_page->table().setCurrentIndex(m_page->table().model()->index(0, 0));
        m_prompter.answer = true;
        QSignalSpy settled(m_survey.get(), &ui::KindsSurvey::settled);
        click(button(u"theseAreNoLocksButton"_s));
        QTRY_COMPARE_WITH_TIMEOUT(settled.size(), 1, kPatience);
        const QString said = child<ui::Banner>(*m_page, u"kindsBanner"_s).text();
        QVERIFY2(said.contains(u"[deployment.format_hints]"_s), qPrintable(said));
        QCOMPARE(m_survey->deployment().formatHints.size(), std::size_t(1));
        QTRY_VERIFY_WITH_TIMEOUT(!m_survey->isRunning(), kPatience);
    }

    void whatCantBeSettledSaysWhy()
    {
        m_servers->command({"FLUSHALL"});
        m_servers->command({"HSET", "profile:1", "a", "b"});
        open({});
        look();
        m_page->table().setCurrentIndex(m_page->table().model()->index(0, 0));
        QVERIFY(!button(u"theseAreLocksButton"_s).isEnabled());
        const QString why = button(u"theseAreLocksButton"_s).accessibleDescription();
        QVERIFY2(why.contains(u"[[deployment.format]]"_s), qPrintable(why));
    }

    void aMasterThatDoesNotAnswerIsTold()
    {
        open({});
        m_servers->kill(0);
        look();
        QVERIFY(child<ui::Banner>(*m_page, u"kindsBanner"_s).isVisible());
        QCOMPARE(m_page->table().model()->rowCount(), 0);
    }

private:
    void open(const std::filesystem::path& file)
    {
        auto deployment = m_servers->deployment();
        deployment.name = "orders";
        m_survey = std::make_unique<ui::KindsSurvey>(deployment, file, systemClock());
        m_page = std::make_unique<ui::KindsPage>(*m_survey, m_prompter);
        m_page->resize(1100, 500);
        m_page->show();
    }
    void look()
    {
        QSignalSpy finished(m_survey.get(), &ui::KindsSurvey::finished);
        click(button(u"lookButton"_s));
        QVERIFY(m_survey->isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
    }
    std::filesystem::path writeFile()
    {
        const QString path = m_directory->filePath(u"deployments.toml"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        file.write("# mine\n[[deployment]]\nname = \"orders\"\nmasters = [\"");
        file.write(m_servers->urls()[0].c_str());
        file.write("\"]\n");
        return path.toStdString();
    }
    static QByteArray read(const std::filesystem::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString cell(int row, int column)
    {
        return m_page->table().model()->index(row, column).data().toString();
    }
    int rowOf(const QString& name)
    {
        int row = 0;
        while (row < m_page->table().model()->rowCount() && cell(row, KindsModel::Name) != name)
            ++row;
        return row;
    }
    QPushButton& button(const QString& name) { return child<QPushButton>(*m_page, name); }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_directory;
    FakePrompter m_prompter;
    std::unique_ptr<ui::KindsSurvey> m_survey;
    std::unique_ptr<ui::KindsPage> m_page;
};

LOCKKEEPER_TEST(KindsPageTest)

} // namespace lockkeeper::tests::kinds_page_test

#include "kinds_page_test.moc"
