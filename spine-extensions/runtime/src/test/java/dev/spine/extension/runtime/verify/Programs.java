package dev.spine.extension.runtime.verify;

import dev.spine.extension.api.Extension;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The programs of a corpus: a text with a source after each heading, compiled in memory, each in a package of its own. */
public final class Programs {
    /**
     * A program.
     *
     * @param title its heading
     * @param source its source
     * @param packageName the package that it was put into
     */
    public record Program(String title, String source, String packageName) {
        @Override
        public String toString() {
            return title;
        }

        /**
         * {@return the classes of the program}
         *
         * @param all those of the whole corpus
         */
        public Map<String, byte[]> of(Map<String, byte[]> all) {
            Map<String, byte[]> own = new TreeMap<>();
            all.forEach((name, bytes) -> {
                if (name.startsWith(packageName + ".")) {
                    own.put(name, bytes);
                }
            });
            return own;
        }
    }

    private Programs() {}

    /**
     * {@return the programs of a corpus}
     *
     * @param resource its name beside this class
     */
    public static List<Program> read(String resource) {
        List<Program> programs = new ArrayList<>();
        for (String part : text(resource).split("(?m)^=== ")) {
            int end = part.indexOf('\n');
            if (!part.startsWith("#")) {
                programs.add(new Program(part.substring(0, end).strip(), part.substring(end + 1), "p" + programs.size()));
            }
        }
        return programs;
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(Programs.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }

    /**
     * {@return the classes of all programs, compiled at once, by binary name}
     *
     * @param programs the sources
     * @param options for javac
     */
    public static Map<String, byte[]> compile(List<Program> programs, String... options) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();
        List<JavaFileObject> sources = new ArrayList<>();
        for (Program program : programs) {
            sources.add(new Source(program));
        }
        List<String> all = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none", "-g", "-cp", apiPath()));
        all.addAll(List.of(options));
        try (StandardJavaFileManager files = javac.getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8)) {
            if (!javac.getTask(null, new Memory(files, written), diagnostics, all, null, sources).call()) {
                throw new IllegalStateException(diagnostics.getDiagnostics().toString());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Map<String, byte[]> classes = new TreeMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static String apiPath() {
        try {
            return new File(Extension.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final Program program;

        Source(Program program) {
            super(URI.create("string:///" + program.packageName() + "/Program.java"), Kind.SOURCE);
            this.program = program;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "package " + program.packageName() + ";\n" + program.source();
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written;

        Memory(JavaFileManager files, Map<String, ByteArrayOutputStream> written) {
            super(files);
            this.written = written;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return written.computeIfAbsent(name, key -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
