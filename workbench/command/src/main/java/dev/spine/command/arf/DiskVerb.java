package dev.spine.command.arf;

import dev.spine.command.ardma.ServerLink;
import dev.spine.command.ardma.ServerOptions;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.iop.PlainText;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command on a disk: on a file, or on an area of a server. */
abstract class DiskVerb extends Verb implements Callable<Integer> {
    /** What a parameter that names a disk says of itself. */
    static final String DISK = "The file that holds the file system, or ardma://HOST:PORT/NAME for an area of a server.";

    @Mixin
    private ServerOptions way = new ServerOptions();

    /** {@return the disk, as the person has written it} */
    abstract String disk();

    /** Does it on a file: {@return the exit code} */
    abstract int onFile(Path file) throws IOException;

    /** Does it on an area: {@return the exit code} */
    abstract int onArea(RemoteServer server, RemoteArea area) throws IOException;

    @Override
    public Integer call() {
        try {
            int code = disk().startsWith(ServedDisk.BEGIN) ? served() : local();
            out().flush();
            return code;
        } catch (IOException e) {
            throw wrong(text(e), e);
        } catch (ArdmaException e) {
            throw wrong(PlainText.line(String.valueOf(e.getMessage())), e);
        }
    }

    private int local() throws IOException {
        if (way.isGiven()) {
            throw wrong("--card, --instance, --certificate, --key and --authorities are of a server: give them"
                + " with ardma://HOST:PORT/NAME");
        }
        try {
            return onFile(Path.of(disk()));
        } catch (InvalidPathException e) {
            throw wrong(shown(disk()) + " is no name of a file", e);
        }
    }

    private int served() throws IOException {
        ServedDisk disk = ServedDisk.of(disk());
        if (disk == null) {
            throw wrong(shown(disk()) + " names no area: write ardma://HOST:PORT/NAME, as ardma://127.0.0.1:7000/files");
        }
        try (ServerLink link = way.open(disk.place())) {
            RemoteArea area;
            try {
                area = link.server().lookup(disk.area());
            } catch (IllegalArgumentException e) {
                throw wrong(PlainText.line(String.valueOf(e.getMessage())), e);
            }
            return onArea(link.server(), area);
        }
    }

    static String shown(Object name) {
        return PlainText.line(name.toString());
    }

    /** {@return what went wrong, in a line} */
    static String text(IOException problem) {
        if (!(problem instanceof FileSystemException of) || of.getFile() == null) {
            Throwable why = problem.getCause() instanceof ArdmaException refused ? refused : problem;
            return PlainText.line(String.valueOf(why.getMessage()));
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
