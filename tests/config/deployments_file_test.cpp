// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deployments_file.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

namespace lockkeeper::tests::deployments_file_test {

using config::Deployment;
using config::DeploymentsFile;

namespace {

const std::string kOrders = "[[deployment]]\nname = \"orders\"\nmasters = [\"redis://h\"]\n";
const std::string kBilling = "[[deployment]]\nname = \"billing\"\nmasters = [\"redis://i\"]\n";

bool says(const Error& error, std::string_view words)
{
    if (error.text.find(words) != std::string::npos)
        return true;
    qWarning("%s", error.text.c_str());
    return false;
}

} // namespace

class DeploymentsFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void itsPlaceFollowsTheEnvironment()
    {
        qputenv("HOME", "/home/ops");
        qputenv("XDG_CONFIG_HOME", "/etc/xdg-ops");
        QCOMPARE(DeploymentsFile::defaultPath().string(),
            std::string("/etc/xdg-ops/lockkeeper/deployments.toml"));
        qputenv("XDG_CONFIG_HOME", "relative");
        QCOMPARE(DeploymentsFile::defaultPath().string(),
            std::string("/home/ops/.config/lockkeeper/deployments.toml"));
        qunsetenv("XDG_CONFIG_HOME");
        qunsetenv("HOME");
        QVERIFY(DeploymentsFile::defaultPath().empty());
    }

    void aMissingFileIsEmptyAndIsMadePrivate()
    {
        const auto path = at("new/deeper/deployments.toml");
        auto file = DeploymentsFile::load(path);
        QVERIFY(!file.exists());
        QVERIFY(file.errors().empty());
        QVERIFY(says(file.open(std::nullopt).error(), "no such file"));
        QVERIFY(file.save({deployment("orders")}).has_value());
        QCOMPARE(modeOf(path), mode_t(0600));
        QCOMPARE(modeOf(path.parent_path()), mode_t(0700));
        QCOMPARE(modeOf(path.parent_path().parent_path()), mode_t(0700));
        QCOMPARE(DeploymentsFile::load(path).deployments().size(), std::size_t(1));
        QVERIFY(file.save({deployment("orders"), deployment("billing")}).has_value());
        QCOMPARE(DeploymentsFile::load(path).deployments().size(), std::size_t(2));
    }

    void theNameMayBeLeftOutWhileThereIsOnlyOne()
    {
        QCOMPARE(load(kOrders).open(std::nullopt)->name, std::string("orders"));
        QCOMPARE(load(kOrders + kBilling).open("billing")->name, std::string("billing"));
        const auto unclear = load(kOrders + kBilling).open(std::nullopt);
        QVERIFY(says(unclear.error(), "orders, billing"));
        QVERIFY(says(load(kOrders).open("nope").error(), "it has orders"));
        // The broken one may have been meant.
        QVERIFY(!load(kOrders + "[[deployment]]\n").open(std::nullopt).has_value());
        QVERIFY(load(kOrders + "[[deployment]]\n").open("orders").has_value());
        // Nothing is left to be named: the reason is all that can be told.
        QVERIFY(says(load("[[deployment]]\n").open(std::nullopt).error(), ":1: "));
        QVERIFY(says(load("[[deployment]]\n").open("orders").error(), ":1: "));
    }

    void aFileWithErrorsIsNotWrittenOver()
    {
        auto file = load(kOrders + "[[deployment]]\nname = \"broken\"\n");
        const std::string before = contentOf(file.path());
        const auto saved = file.save(file.deployments());
        QVERIFY(!saved.has_value());
        QVERIFY(says(saved.error(), ":4: deployment 'broken'"));
        QCOMPARE(contentOf(file.path()), before);
    }

    void aFileThatChangedMeanwhileIsNotWrittenOver()
    {
        auto file = load(kOrders);
        write(kBilling);
        QVERIFY(says(file.save({}).error(), "changed it meanwhile"));
        QCOMPARE(contentOf(file.path()), kBilling);
    }

    void aHintIsAddedAndAllElseStays()
    {
        const std::string text = "# ours\n" + kOrders + "# no more\n";
        auto file = load(text);
        const config::NewHint hint{"orders", {"idem:*", "none"}, "answers"};
        QVERIFY(file.addHint(hint).value());
        const std::string after = contentOf(file.path());
        QVERIFY2(after.starts_with("# ours\n" + kOrders), after.c_str());
        QVERIFY2(after.ends_with("# answers\n\"idem:*\" = \"none\"\n# no more\n"), after.c_str());
        QCOMPARE(file.deployments().at(0).formatHints.size(), std::size_t(1));
        QCOMPARE(modeOf(file.path()), mode_t(0600));
        // It is there already.
        QVERIFY(!file.addHint(hint).value());
        QCOMPARE(contentOf(file.path()), after);
    }

    void noHintIsAddedToAFileWithErrorsOrChanges()
    {
        const config::NewHint hint{"orders", {"idem:*", "none"}, "answers"};
        auto broken = load(kOrders + "[[deployment]]\nname = \"broken\"\n");
        const std::string before = contentOf(broken.path());
        QVERIFY(says(broken.addHint(hint).error(), ":4: deployment 'broken'"));
        QCOMPARE(contentOf(broken.path()), before);
        auto file = load(kOrders);
        write(kOrders + "# new\n");
        QVERIFY(says(file.addHint(hint).error(), "changed it meanwhile"));
        QCOMPARE(contentOf(file.path()), kOrders + "# new\n");
        auto missing = DeploymentsFile::load(at("missing.toml"));
        QVERIFY(says(missing.addHint(hint).error(), "no such file"));
        QVERIFY(!std::filesystem::exists(at("missing.toml")));
    }

    void aDeploymentIsAppendedAndAllElseStays()
    {
        const std::string text = "# ours\n" + kOrders + "# no more";
        auto file = load(text);
        config::Deployment added = deployment("billing");
        added.patterns = {"lock:*"};
        QVERIFY(file.addDeployment(added).has_value());
        const std::string after = contentOf(file.path());
        QVERIFY2(after.starts_with(text + "\n\n[[deployment]]\nname = \"billing\""), after.c_str());
        QCOMPARE(file.deployments().size(), std::size_t(2));
        QCOMPARE(file.deployments().at(1).patterns, std::vector<std::string>{"lock:*"});
        QCOMPARE(modeOf(file.path()), mode_t(0600));
        QVERIFY(DeploymentsFile::load(file.path()).errors().empty());
    }

    void theEndsOfLinesAreThoseOfTheFile()
    {
        std::string text = "# ours\r\n";
        for (const char c : kOrders)
            text += c == '\n' ? "\r\n" : std::string(1, c);
        auto file = load(text);
        QVERIFY(file.addDeployment(deployment("billing")).has_value());
        const std::string after = contentOf(file.path());
        QVERIFY(after.starts_with(text));
        QCOMPARE(std::ranges::count(after, '\n'), std::ranges::count(after, '\r'));
        QCOMPARE(DeploymentsFile::load(file.path()).deployments().size(), std::size_t(2));
    }

    void passwordsOfGroupsAndClustersAreNeverAppended()
    {
        auto file = load(kOrders);
        config::Deployment secret{.name = "billing"};
        const Secret password("hunter2");
        config::MasterConfig group{.id = MasterId("a")};
        group.sentinel = config::SentinelGroup{"g", {redis::Url::parse("redis://s").value()}};
        group.sentinel->sentinels[0].password = password;
        config::MasterConfig cluster{.id = MasterId("b")};
        cluster.clusterSeeds = {redis::Url::parse("redis://c").value()};
        cluster.clusterSeeds[0].password = password;
        secret.masters = {group, cluster};
        const auto added = file.addDeployment(secret);
        QVERIFY2(added.has_value(), added ? "" : added.error().text.c_str());
        QVERIFY(contentOf(file.path()).find("hunter2") == std::string::npos);
        QCOMPARE(file.open("billing")->masters.size(), std::size_t(2));
    }

    void aFileThatCanNoLongerBeReadIsNotWrittenOver()
    {
        auto file = load(kOrders);
        std::filesystem::remove(file.path());
        std::filesystem::create_directory(file.path());
        QVERIFY(says(file.save({}).error(), "not a regular file"));
        QVERIFY(says(file.addDeployment(deployment("b")).error(), "not a regular file"));
        QVERIFY(
            says(file.addHint({"orders", {"a:*", "none"}, "why"}).error(), "not a regular file"));
    }

    void withoutAHomeThereIsNoFile()
    {
        auto file = DeploymentsFile::load({});
        QVERIFY(!file.exists());
        QVERIFY(!file.addDeployment(deployment("b")).has_value());
    }

    void aFirstDeploymentMakesTheFile()
    {
        auto file = DeploymentsFile::load(at("new/deployments.toml"));
        QVERIFY(file.addDeployment(deployment("orders")).has_value());
        QCOMPARE(modeOf(file.path()), mode_t(0600));
        QCOMPARE(file.open("orders")->name, std::string("orders"));
    }

    void aNameThatExistsIsRefused()
    {
        auto file = load(kOrders);
        QVERIFY(says(file.addDeployment(deployment("orders")).error(),
            "there is a deployment 'orders' already; choose another name"));
        QCOMPARE(contentOf(file.path()), kOrders);
    }

    void nothingIsAppendedToAFileThatCantTakeIt()
    {
        const std::string list = "deployment = [{ name = \"a\", masters = [\"redis://h\"] }]\n";
        auto listed = load(list);
        QVERIFY(says(listed.addDeployment(deployment("b")).error(), "add it by hand"));
        QCOMPARE(contentOf(listed.path()), list);
        auto broken = load(kOrders + "[[deployment]]\nname = \"broken\"\n");
        QVERIFY(says(broken.addDeployment(deployment("b")).error(), "nothing is written"));
        auto changed = load(kOrders);
        write(kBilling);
        QVERIFY(says(changed.addDeployment(deployment("b")).error(), "changed it meanwhile"));
        QCOMPARE(contentOf(changed.path()), kBilling);
        QVERIFY(!changed.addDeployment(deployment(std::string(65, 'x'))).has_value());
    }

    void aPasswordIsNeverAppended()
    {
        auto file = load(kOrders);
        config::Deployment secret = deployment("billing");
        secret.masters.front().url.user = "ops";
        secret.masters.front().url.password = Secret("hunter2");
        QVERIFY(file.addDeployment(secret).has_value());
        const std::string after = contentOf(file.path());
        QVERIFY(after.find("hunter2") == std::string::npos);
        QVERIFY(after.find("redis://ops@") != std::string::npos);
        QVERIFY(file.open("billing")->masters.front().url.password.isEmpty());
    }

    void nothingIsLeftBehindByAWriteThatFails()
    {
        auto file = load(kOrders);
        ::chmod(file.path().parent_path().c_str(), 0770);
        QVERIFY(says(file.save({}).error(), "chmod 700"));
        QCOMPARE(contentOf(file.path()), kOrders);
        const auto entries = std::filesystem::directory_iterator(file.path().parent_path());
        QCOMPARE(std::distance(begin(entries), end(entries)), std::ptrdiff_t(1));
    }

    void aLinkStaysALink()
    {
        write(kOrders);
        std::filesystem::create_symlink("deployments.toml", at("link.toml"));
        auto file = DeploymentsFile::load(at("link.toml"));
        QVERIFY(file.save({deployment("billing")}).has_value());
        QVERIFY(std::filesystem::is_symlink(at("link.toml")));
        QVERIFY(contentOf(at("deployments.toml")).find("billing") != std::string::npos);
    }

    void othersMayReadItButNotWriteIt()
    {
        write(kOrders);
        ::chmod(at("deployments.toml").c_str(), 0644);
        QVERIFY(DeploymentsFile::load(at("deployments.toml")).errors().empty());
        for (const mode_t mode : {0660U, 0606U}) {
            ::chmod(at("deployments.toml").c_str(), mode);
            const auto file = DeploymentsFile::load(at("deployments.toml"));
            QVERIFY(file.deployments().empty());
            QVERIFY(says(file.errors().at(0), "others may write to it; chmod 600"));
        }
    }

    void whatIsNoFileIsRefused()
    {
        QVERIFY(says(DeploymentsFile::load(at(".")).errors().at(0), "not a regular file"));
        QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
        QVERIFY(says(DeploymentsFile::load(at("fifo")).errors().at(0), "not a regular file"));
        write(std::string((1U << 20U) + 1, '#'));
        QVERIFY(says(DeploymentsFile::load(at("deployments.toml")).errors().at(0), "larger than"));
    }

    void passwordsComeFromTheEnvironment()
    {
        const auto file = load(kOrders + "password_env = \"LK_TEST_PASSWORD\"\n");
        qunsetenv("LK_TEST_PASSWORD");
        QVERIFY(says(file.open("orders").error(), "LK_TEST_PASSWORD is not set"));
        qputenv("LK_TEST_PASSWORD", "");
        QVERIFY(says(file.open("orders").error(), "LK_TEST_PASSWORD is not set"));
        qputenv("LK_TEST_PASSWORD", "canary");
        auto deployment = file.open("orders");
        QVERIFY(deployment.has_value());
        QCOMPARE(deployment->masters[0].url.password.reveal(), std::string("canary"));
        QVERIFY(file.deployments()[0].masters[0].url.password.isEmpty());
    }

    void passwordsComeFromPrivateFiles()
    {
        const auto file = load(kOrders + "password_file = \"secret\"\n");
        QVERIFY(says(file.open("orders").error(), "no such file"));
        std::ofstream(at("secret")) << "canary\nsecond line\n";
        ::chmod(at("secret").c_str(), 0640);
        QVERIFY(says(file.open("orders").error(), "others may read it"));
        ::chmod(at("secret").c_str(), 0600);
        QCOMPARE(file.open("orders")->masters[0].url.password.reveal(), std::string("canary"));
        std::ofstream(at("secret"), std::ios::binary) << "canary\r\nsecond line\r\n";
        QCOMPARE(file.open("orders")->masters[0].url.password.reveal(), std::string("canary"));
        std::ofstream(at("secret")) << "\n";
        QVERIFY(says(file.open("orders").error(), "first line is empty"));
    }

private:
    std::filesystem::path at(const std::string& name) const
    {
        return std::filesystem::path(m_home->path().toStdString()) / name;
    }
    void write(const std::string& text) const
    {
        std::ofstream(at("deployments.toml"), std::ios::binary) << text;
    }
    DeploymentsFile load(const std::string& text) const
    {
        write(text);
        return DeploymentsFile::load(at("deployments.toml"));
    }
    static Deployment deployment(const std::string& name)
    {
        return config::deploymentFromUrls(name, {"redis://h"}).value();
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(DeploymentsFileTest)

} // namespace lockkeeper::tests::deployments_file_test

#include "deployments_file_test.moc"
