package dev.spine.command.arf;

import dev.spine.system.output.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** Copies a file, or a directory with all that is in it, from one file system to another. */
final class TreeCopy {
    private final Progress progress = Progress.ofRun();
    private long files;
    private long bytes;

    /**
     * Copies.
     *
     * @param from a file or directory
     * @param to where it goes, or a directory that is there, which gets it under its name
     */
    TreeCopy copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            throw new NoSuchFileException(from.toString());
        }
        Path name = from.toAbsolutePath().normalize().getFileName();
        Path target = Files.isDirectory(to) && name != null ? to.resolve(name.toString()) : to;
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                one(path, path.equals(from) ? target : target.resolve(from.relativize(path).toString()));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            progress.clear();
        }
        return this;
    }

    private void one(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            progress.show(files + " files, " + DiskVerb.shown(from));
            files++;
            bytes += Files.size(from);
        }
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** {@return what was copied, for people} */
    String text() {
        return files + (files == 1 ? " file, " : " files, ") + bytes + " bytes";
    }
}
