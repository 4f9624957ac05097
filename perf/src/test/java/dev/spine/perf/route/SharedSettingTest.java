package dev.spine.perf.route;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several routers of one name space share the kernel's settings: the last one that ends puts them back, however the others ended. */
class SharedSettingTest {
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

    /** A process that uses the setting until its standard input ends; it does already. */
    private Process other() throws IOException {
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
            System.getProperty("java.class.path"), User.class.getName(), directory.resolve("run/users").toString(), setting.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
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
