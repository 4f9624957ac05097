package dev.spine.command.arf;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.ardma.host.grep.TextRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine arf grep}: shows the lines of a file that match. The command's thread. */
@Command(
    name = "grep",
    description = "Shows the lines of a file that match an extended regular expression of POSIX, each with its number, as LC_ALL=C grep -E"
        + " -n does.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:a line matches", "1:none does", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf grep 'first|last' disk.arf /notes.txt",
        "  spine arf grep '^[0-9]+' ardma://127.0.0.1:7000/files /notes.txt",
        "",
        "Of a server's area the server searches, by a routine that is made for the expression, and sends the lines that match; with",
        "--form direct the file is read, and searched here."
    })
public final class GrepCommand extends FilesVerb {
    @Parameters(index = "0", paramLabel = "PATTERN", description = "What is looked for.")
    private String pattern = "";

    @Parameters(index = "1", paramLabel = "DISK", description = DISK)
    private String disk = "";

    @Parameters(index = "2", paramLabel = "PATH", description = "The file in it.")
    private String path = "";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** Made by picocli, which fills the fields. */
    public GrepCommand() {}

    @Override
    String disk() {
        return disk;
    }

    @Override
    public Integer call() {
        matcher();
        return super.call();
    }

    private GrepPattern matcher() {
        try {
            return GrepPattern.of(pattern);
        } catch (GrepSyntaxException e) {
            throw wrong(shown(String.valueOf(e.getMessage())), e);
        }
    }

    @Override
    int on(FileSystem files) throws IOException {
        try (SeekableByteChannel text = Files.newByteChannel(files.getPath("/", path))) {
            return matcher().search((offset, bytes) -> read(text, offset, bytes), text.size(), this::show).lines() > 0 ? 0 : 1;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The server searches where the file's bytes are. */
    @Override
    int onArea(RemoteServer server, RemoteArea area) throws IOException {
        if (form().isDirect()) {
            return super.onArea(server, area);
        }
        List<TextRange> ranges = new ArrayList<>();
        try (ArfVolume volume = form().share(server, area)) {
            ArfNode file = volume.stat(path.replaceFirst("^/+", ""));
            if (file.isDirectory()) {
                throw new FileSystemException("/" + path, null, "is a directory");
            }
            volume.extents(file).forEach(extent -> ranges.add(new TextRange(extent.offset(), extent.bytes())));
        }
        try (RemoteGrep grep = new RemoteGrep(server, matcher(), GrepForm.GENERATED)) {
            return grep.search(area, ranges, this::show).lines() > 0 ? 0 : 1;
        }
    }

    private static byte[] read(SeekableByteChannel text, long offset, int bytes) {
        ByteBuffer read = ByteBuffer.allocate(bytes);
        try {
            text.position(offset);
            while (read.hasRemaining() && text.read(read) >= 0) {
                // The file may be read in pieces.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Zeros take the place of what somebody has cut off meanwhile.
        return read.array();
    }

    private void show(byte[] piece) {
        int begin = 0;
        for (int i = 0; i < piece.length; i++) {
            if (piece[i] == '\n') {
                line.writeBytes(Arrays.copyOfRange(piece, begin, i + 1));
                out().print(line.toString(StandardCharsets.UTF_8));
                line.reset();
                begin = i + 1;
            }
        }
        line.writeBytes(Arrays.copyOfRange(piece, begin, piece.length));
    }
}
