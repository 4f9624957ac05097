package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteRoutine;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints the lines of an area that match a pattern, each with its number: {@code 12:the line}, as {@code grep -n} does. The text is the
 * whole area. A run of a routine ends when it has used its steps or emitted enough, and the next one goes on there; a line that is longer
 * than a run can do is searched at the client. The server keeps the routine from the first search on until this is closed. A server whose
 * limit of emitted bytes is less than 1 MiB ends a search of more by a fault. Any thread but the host's agent; one search at a time.
 *
 * <pre>{@code
 * GrepPattern pattern = GrepPattern.of("^import .*Stream;$");
 * try (RemoteGrep grep = new RemoteGrep(remote, pattern, GrepForm.GENERATED)) {
 *     GrepResult found = grep.search(remote.lookup("text"), lines::writeBytes);
 * }
 * }</pre>
 */
public final class RemoteGrep implements AutoCloseable {
    /** By this name a server's host offers {@link #procedure}. */
    public static final String PROCEDURE = "grep";

    private final RemoteServer server;
    private final GrepPattern pattern;
    private final GrepForm form;
    private final byte[] routine;
    /** By which the server knows the routine; null before it has it. */
    private @Nullable Long hash;

    /**
     * A search, whose routine is made.
     *
     * @param server has the area
     * @param pattern what is looked for
     * @param form by what; a generated routine of more than 256 states is {@link GrepForm#TABLE}
     */
    public RemoteGrep(RemoteServer server, GrepPattern pattern, GrepForm form) {
        this.server = server;
        this.pattern = pattern;
        byte[] generated = form == GrepForm.GENERATED ? GrepRoutines.generated(pattern).orElse(null) : null;
        this.form = form == GrepForm.GENERATED && generated == null ? GrepForm.TABLE : form;
        this.routine = generated != null ? generated : this.form == GrepForm.TABLE ? GrepRoutines.table(pattern.dfa()) : new byte[0];
    }

    /** {@return the fixed operation, for {@link dev.spine.extension.ardma.host.ArdmaServer#offer}} */
    public static byte[] procedure() {
        return GrepRoutines.fixed();
    }

    /**
     * Searches an area.
     *
     * @param area the text
     * @param lines gets the lines that match, in pieces of any size, in this thread; it calls nothing of the same server
     * @return what the search was
     * @throws dev.spine.extension.ardma.host.ArdmaException when the area cannot be read, the server keeps no more routines, or, for {@link
     * GrepForm#FIXED}, offers no {@value #PROCEDURE}
     */
    public GrepResult search(RemoteArea area, StreamReader lines) {
        return search(area, area.length() == 0 ? List.of() : List.of(new TextRange(0, area.length())), lines);
    }

    /**
     * Searches a text that is in pieces of an area, as those of a file are. A line that is in two of them is read, and searched here.
     *
     * @param area has the text
     * @param ranges its pieces, in their order
     * @param lines as of {@link #search(RemoteArea, StreamReader)}
     * @return what the search was
     * @throws dev.spine.extension.ardma.host.ArdmaException as there
     */
    public GrepResult search(RemoteArea area, List<TextRange> ranges, StreamReader lines) {
        TextRanges text = new TextRanges(ranges, (offset, bytes) -> server.read(area, offset, bytes));
        Search search = new Search(pattern, form, text, lines);
        return switch (form) {
            case READ -> search.read();
            case FIXED -> {
                RemoteRoutine offered = server.procedure(PROCEDURE);
                yield search.run((reader, arguments) -> offered.run(reader, List.of(area), arguments), 0);
            }
            case TABLE, GENERATED -> {
                int sent = hash == null ? routine.length : 0;
                long installed = hash == null ? server.install(routine) : hash;
                hash = installed;
                yield search.run((reader, arguments) -> server.call(installed, reader, List.of(area), arguments), sent);
            }
        };
    }

    /**
     * Has the server forget the routine.
     *
     * @throws dev.spine.extension.ardma.host.ArdmaException when the server cannot be reached
     */
    @Override
    public void close() {
        Long installed = hash;
        hash = null;
        if (installed != null) {
            server.forget(installed);
        }
    }
}
