package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.SystemCallException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several routers of one namespace share the kernel's settings: the last one that ends puts them back, however the others ended. */
class SharedSettingTest {
    private static final int PROCESSES = 3;

    @TempDir
    private Path directory;
    private Path setting = Path.of("");

    @BeforeEach
    void setUp() throws IOException {
        setting = Files.writeString(directory.resolve("ip_forward"), "0");
    }

    /** {@return what the setting was} */
    static String set(Path file, String value) {
        try {
            String old = Files.readString(file).strip();
            Files.writeString(file, value);
            return old;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SharedSetting open() {
        return SharedSetting.open(directory.resolve("run/users"), "1", value -> set(setting, value));
    }

    private String value() throws IOException {
        return Files.readString(setting).strip();
    }

    @Test
    void theLastOfSeveralInOneProcessPutsBack() throws IOException {
        SharedSetting a = open();
        SharedSetting b = open();
        assertEquals("1", value());
        a.close();
        a.close();
        assertEquals("1", value());
        b.close();
        assertEquals("0", value());
    }

    @Test
    void whatWasOnBeforeStaysOn() throws IOException {
        Files.writeString(setting, "1");
        SharedSetting a = open();
        assertEquals("1", a.before());
        a.close();
        assertEquals("1", value());
    }

    @Test
    void whoIsKilledIsForgottenAndWhatItHasFoundIsPutBackByTheNext() throws IOException, InterruptedException {
        Process other = other();
        SharedSetting a = open();
        assertEquals("0", a.before());
        a.close();
        assertEquals("1", value());
        other.destroyForcibly().waitFor();

        SharedSetting b = open();
        assertEquals("0", b.before());
        b.close();
        assertEquals("0", value());
    }

    @Test
    void theLastOfTwoProcessesPutsBack() throws IOException, InterruptedException {
        SharedSetting a = open();
        Process other = other();
        a.close();
        assertEquals("1", value());
        other.outputWriter().close();
        assertEquals(0, other.waitFor());
        assertEquals("0", value());
    }

    @Test
    void theLastOneRemovesWhatTheFirstOneMade() throws IOException {
        SharedSetting a = open();
        SharedSetting other = SharedSetting.open(directory.resolve("run/others"), "1", value -> "0");
        SharedSetting b = open();
        a.close();
        assertTrue(Files.exists(directory.resolve("run/users")));
        b.close();
        assertFalse(Files.exists(directory.resolve("run/users")));
        other.close();
        assertFalse(Files.exists(directory.resolve("run")));

        open().close();
        assertEquals("0", value());
    }

    @Test
    void aDirectoryWithOtherThingsInItStays() throws IOException {
        SharedSetting a = open();
        Files.writeString(directory.resolve("run/somebody.sock"), "");
        a.close();
        assertEquals(List.of("somebody.sock"), names(directory.resolve("run")));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void nothingIsLeftWhenTheSettingCannotBeChanged() {
        assertThrows(SystemCallException.class, () -> SharedSetting.open(directory.resolve("run/users"), "1", _ -> {
            throw new SystemCallException("the setting is read-only", 30);
        }));
        assertFalse(Files.exists(directory.resolve("run")));
    }

    /** While anybody uses the setting it is on, however the others' ends and beginnings cross, and in the end nothing is left. */
    @Test
    void processesThatComeAndGoAtTheSameTimeNeverTakeItFromOneAnother() throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(process(Rounds.class));
        }
        for (Process process : processes) {
            assertEquals(0, process.waitFor(), "a process that has found the setting off while it used it");
        }
        assertEquals("0", value());
        assertFalse(Files.exists(directory.resolve("run")));
    }

    /** Uses a setting and lets it go, again and again. */
    public static final class Rounds {
        private static final int ROUNDS = 300;

        private Rounds() {}

        /**
         * Goes its rounds.
         *
         * @param arguments the file of the users, and that of the setting
         * @throws IOException the setting cannot be read
         */
        public static void main(String[] arguments) throws IOException {
            Path setting = Path.of(arguments[1]);
            for (int i = 0; i < ROUNDS; i++) {
                try (SharedSetting _ = SharedSetting.open(Path.of(arguments[0]), "1", value -> overwrite(setting, value))) {
                    if (!Files.readString(setting).equals("1")) {
                        throw new IllegalStateException("off in round " + i);
                    }
                }
            }
        }

        /** As a kernel changes one: nobody sees it without a value. */
        private static String overwrite(Path file, String value) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer old = ByteBuffer.allocate(1);
                channel.read(old, 0);
                channel.write(ByteBuffer.wrap(value.getBytes(StandardCharsets.US_ASCII)), 0);
                return new String(old.array(), StandardCharsets.US_ASCII);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Process process(Class<?> main) throws IOException {
        return new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
            System.getProperty("java.class.path"), main.getName(), directory.resolve("run/users").toString(), setting.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** A process that uses the setting until its standard input ends; it does already. */
    private Process other() throws IOException {
        Process process = process(User.class);
        assertEquals('u', process.getInputStream().read());
        return process;
    }

    /** What {@link #other} runs. */
    public static final class User {
        private User() {}

        /**
         * Uses a setting.
         *
         * @param arguments the file of the users, and that of the setting
         * @throws IOException standard input cannot be read
         */
        public static void main(String[] arguments) throws IOException {
            try (SharedSetting _ = SharedSetting.open(Path.of(arguments[0]), "1", value -> set(Path.of(arguments[1]), value))) {
                System.out.write('u');
                System.out.flush();
                try (InputStream input = System.in) {
                    input.readAllBytes();
                }
            }
        }
    }
}
