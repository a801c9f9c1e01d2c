// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/private_directory.h"
#include "tests/files/sync_log.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::private_directory_test {

class PrivateDirectoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<ScratchDirectory>(); }

    void aBareNameLiesInTheWorkingDirectory()
    {
        QCOMPARE(directoryOf("name").string(), std::string("."));
        QCOMPARE(directoryOf("a/name").string(), std::string("a"));
        QCOMPARE(directoryOf("/name").string(), std::string("/"));
    }

    void makesEachMissingLevelForTheOwnerAlone()
    {
        const Umask none(0);
        QVERIFY(preparePrivateDirectory(m_directory->file("a/b")).has_value());
        QCOMPARE(modeOf(m_directory->file("a")), ::mode_t(0700));
        QCOMPARE(modeOf(m_directory->file("a/b")), ::mode_t(0700));
    }

    void newLevelsAreOnDisk()
    {
        syncLog().clear();
        QVERIFY(preparePrivateDirectory(m_directory->file("a/b")).has_value());
        QVERIFY(isSynced(m_directory->path()));
        QVERIFY(isSynced(m_directory->file("a")));
    }

    void oneThatIsThereIsLeftAsItIs()
    {
        QCOMPARE(::chmod(m_directory->path().c_str(), 0755), 0);
        QVERIFY(preparePrivateDirectory(m_directory->path()).has_value());
        QCOMPARE(modeOf(m_directory->path()), ::mode_t(0755));
    }

    void refusesOneThatOthersMayWriteTo_data()
    {
        const auto row = columns<int, bool>();
        row("the group writes", 0770, false);
        row("all write", 0777, false);
        row("all read", 0755, true);
        row("as /tmp", 01777, true);
    }
    void refusesOneThatOthersMayWriteTo()
    {
        const auto [mode, isFine] = fetch<int, bool>();
        QCOMPARE(::chmod(m_directory->path().c_str(), static_cast<::mode_t>(mode)), 0);
        const auto prepared = preparePrivateDirectory(m_directory->path());
        QCOMPARE(prepared.has_value(), isFine);
        if (!isFine) {
            QCOMPARE(prepared.error().text,
                std::string("others may write to its directory; chmod 700 it"));
        }
    }

    void refusesOneOfAnotherUser()
    {
        if (::chown(m_directory->path().c_str(), 12345, 12345) != 0)
            QSKIP("only root can give a directory away");
        QCOMPARE(preparePrivateDirectory(m_directory->path()).error().text,
            std::string("its directory belongs to another user"));
    }

    void acceptsOneOfRoots() { QVERIFY(preparePrivateDirectory("/").has_value()); }

    void saysWhyItCanNotBeMade()
    {
        write(m_directory->file("file"), "in the way");
        const auto prepared = preparePrivateDirectory(m_directory->file("file/below"));
        QVERIFY(!prepared.has_value());
        QCOMPARE(prepared.error().kind, ErrorClass::System);
        QCOMPARE(prepared.error().text, std::string("can't create its directory: Not a directory"));
        QCOMPARE(preparePrivateDirectory(m_directory->file("file/below/it")).error().text,
            prepared.error().text);
    }

    void aRelativeOneIsMadeInTheWorkingDirectory()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(QString::fromStdString(m_directory->path().string())));
        const bool isMade = preparePrivateDirectory("a/b").has_value();
        QDir::setCurrent(before);
        QVERIFY(isMade);
        QCOMPARE(modeOf(m_directory->file("a/b")), ::mode_t(0700));
    }

    void syncsADirectory()
    {
        syncLog().clear();
        QVERIFY(syncDirectory(m_directory->path()).has_value());
        QVERIFY(isSynced(m_directory->path()));
        QVERIFY(!syncDirectory(m_directory->file("missing")).has_value());
    }

private:
    std::unique_ptr<ScratchDirectory> m_directory;
};

LOCKKEEPER_TEST(PrivateDirectoryTest)

} // namespace lockkeeper::tests::private_directory_test

#include "private_directory_test.moc"
