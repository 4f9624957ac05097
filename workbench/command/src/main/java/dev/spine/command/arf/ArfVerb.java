package dev.spine.command.arf;

import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.arf.nio.ArfFileSystemProvider;
import dev.spine.iop.PlainText;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A command on the file system in a file. */
abstract class ArfVerb extends Verb implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DISK", description = "The file that holds the file system.")
    private @Nullable Path disk;

    final Path disk() {
        return Objects.requireNonNull(disk);
    }

    /** Does what the command does: {@return its exit code} */
    abstract int on(FileSystem files) throws IOException;

    @Override
    public Integer call() {
        try (FileSystem files = new ArfFileSystemProvider().newFileSystem(disk(), Map.of())) {
            int code = on(files);
            out().flush();
            return code;
        } catch (UnsupportedOperationException e) {
            throw wrong(shown(disk()) + " is no file with an ARF: make one with spine arf mkfs", e);
        } catch (IOException e) {
            throw wrong(text(e), e);
        }
    }

    static String shown(Object name) {
        return PlainText.line(name.toString());
    }

    /** {@return what went wrong, in a line} */
    static String text(IOException problem) {
        if (!(problem instanceof FileSystemException of) || of.getFile() == null) {
            return PlainText.line(String.valueOf(problem.getMessage()));
        }
        String name = shown(of.getFile());
        return switch (of) {
            case NoSuchFileException _ -> "there is no " + name;
            case FileAlreadyExistsException _ -> name + " is there already: remove it, or choose another name";
            case NotDirectoryException _ -> "a part of " + name + " is no directory";
            case DirectoryNotEmptyException _ -> name + " is a directory with entries: remove them first, or all of it by rm -r";
            default -> name + (of.getReason() == null ? " cannot be used" : ": " + PlainText.line(of.getReason()));
        };
    }
}
