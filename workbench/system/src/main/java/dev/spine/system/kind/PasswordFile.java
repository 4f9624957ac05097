package dev.spine.system.kind;

import dev.spine.device.display.monitor.vnc.VncPassword;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a password that a person keeps in a file: its first line, of 1 to 8 bytes, as it is. Any thread. */
public final class PasswordFile {
    private static final int MAX_BYTES = 8;
    /** More than this is no file with a password in it. */
    private static final int MAX_FILE_BYTES = 4096;

    private PasswordFile() {}

    /** A file that holds no usable password. The message is one line for people. */
    public static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        private UnusableException(String message) {
            super(message);
        }
    }

    /**
     * Reads a file.
     *
     * @param file its name
     * @return the password
     * @throws UnusableException when there is none in it
     */
    public static VncPassword read(Path file) throws UnusableException {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_FILE_BYTES);
        } catch (NoSuchFileException e) {
            throw new UnusableException("there is no file " + file + ": check the name");
        } catch (IOException e) {
            throw new UnusableException(file + " cannot be read (" + e.getMessage() + "): name a file with the password in it");
        }
        String line = new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        int length = line.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > MAX_BYTES) {
            throw new UnusableException("the first line of " + file + " has " + length + " bytes, and a VNC password has 1 to " + MAX_BYTES
                + ": write such a one");
        }
        return VncPassword.of(line);
    }
}
