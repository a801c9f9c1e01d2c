// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * CuratorContender HOSTS PATH FOLDER TURNS: takes Curator's mutex at PATH as often as it says. While
 * it holds it, there is a file FOLDER/inside; a file of another is an overlap. At the beginning it
 * makes FOLDER/ready.curator, and at the end FOLDER/done.curator with the number of overlaps.
 */
public final class CuratorContender {
    private CuratorContender() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[2]);
        int turns = Integer.parseInt(arguments[3]);
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(arguments[0], new ExponentialBackoffRetry(100, 10));
        client.start();
        client.blockUntilConnected();
        InterProcessMutex mutex = new InterProcessMutex(client, arguments[1]);
        Files.createFile(folder.resolve("ready.curator"));
        int overlaps = 0;
        for (int turn = 0; turn < turns; ++turn) {
            mutex.acquire();
            try {
                Files.createFile(folder.resolve("inside"));
                Thread.sleep(1);
                Files.delete(folder.resolve("inside"));
            } catch (FileAlreadyExistsException another) {
                ++overlaps;
            } finally {
                mutex.release();
            }
        }
        client.close();
        Path done = folder.resolve("done.new");
        Files.writeString(done, Integer.toString(overlaps));
        Files.move(done, folder.resolve("done.curator"));
        System.exit(0);
    }
}
