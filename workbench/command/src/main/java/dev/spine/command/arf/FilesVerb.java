package dev.spine.command.arf;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.nio.ArfFileSystemProvider;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command on the files of a disk. */
abstract class FilesVerb extends DiskVerb {
    @Mixin
    private FormOption form = new FormOption();

    /** Does what the command does: {@return its exit code} */
    abstract int on(FileSystem files) throws IOException;

    @Override
    final int onFile(Path file) throws IOException {
        try (FileSystem files = new ArfFileSystemProvider().newFileSystem(file, Map.of())) {
            return on(files);
        } catch (UnsupportedOperationException e) {
            throw wrong(shown(file) + " is no file with an ARF: make one with spine arf mkfs", e);
        }
    }

    /** {@return where the code of the file system runs} */
    final FormOption form() {
        return form;
    }

    @Override
    int onArea(RemoteServer server, RemoteArea area) throws IOException {
        try (FileSystem files = new ArfFileSystemProvider().of(form.share(server, area), disk())) {
            return on(files);
        }
    }
}
