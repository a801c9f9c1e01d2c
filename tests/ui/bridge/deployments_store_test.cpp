// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/deployments_store.h"

namespace lockkeeper::tests::deployments_store_test {

using ui::DeploymentsStore;

class DeploymentsStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void aDeploymentIsAddedAndOpened()
    {
        DeploymentsStore store(file());
        std::vector<std::string> seen;
        connect(&store, &DeploymentsStore::added, this,
            [&](const config::Deployment& added) { seen.push_back("added " + added.name); });
        connect(&store, &DeploymentsStore::opened, this,
            [&](const config::Deployment& opened) { seen.push_back("opened " + opened.name); });
        QSignalSpy loaded(&store, &DeploymentsStore::loaded);
        store.add(config::deploymentFromUrls("orders", {"redis://h"}).value());
        store.open("orders");
        QTRY_COMPARE(seen, (std::vector<std::string>{"added orders", "opened orders"}));
        QCOMPARE(loaded.size(), 1);
        QCOMPARE(store.deployments().size(), std::size_t(1));
    }

    void whatFailsIsTold()
    {
        DeploymentsStore store(file());
        std::vector<std::string> errors;
        const auto note = [&](const Error& error) { errors.push_back(error.text); };
        connect(&store, &DeploymentsStore::addFailed, this, note);
        connect(&store, &DeploymentsStore::openFailed, this, note);
        const auto deployment = config::deploymentFromUrls("orders", {"redis://h"}).value();
        store.add(deployment);
        store.add(deployment);
        store.open("nope");
        QTRY_COMPARE(errors.size(), std::size_t(2));
        QVERIFY(errors[0].find("already; choose another name") != std::string::npos);
        QVERIFY(errors[1].find("it has orders") != std::string::npos);
        DeploymentsStore nowhere({});
        connect(&nowhere, &DeploymentsStore::addFailed, this, note);
        nowhere.add(deployment);
        QVERIFY(errors.back().find("set HOME") != std::string::npos);
    }

    void mistakesInTheFileAreKept()
    {
        QFile written(m_directory->filePath(u"deployments.toml"_s));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write("[[deployment]]\nname = \"a\"\n");
        written.close();
        DeploymentsStore store(file());
        QSignalSpy loaded(&store, &DeploymentsStore::loaded);
        store.reload();
        QTRY_COMPARE(loaded.size(), 1);
        QCOMPARE(store.errors().size(), std::size_t(1));
        QVERIFY(store.errors()[0].text.find(":1: ") != std::string::npos);
    }

private:
    [[nodiscard]] std::filesystem::path file() const
    {
        return m_directory->filePath(u"deployments.toml"_s).toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_directory;
};

LOCKKEEPER_TEST(DeploymentsStoreTest)

} // namespace lockkeeper::tests::deployments_store_test

#include "deployments_store_test.moc"
