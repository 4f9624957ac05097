package dev.spine.extension.runtime.oracle;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The compiler of the JDK, from texts to class files without a file; against the API of extensions and nothing else. */
final class InMemoryCompiler {
    private InMemoryCompiler() {}

    /** {@return the classes of all sources that are Java, by binary name} */
    static Map<String, byte[]> compile(List<SubjectSource> sources) {
        Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();
        Set<String> wrong = failing(sources, written);
        if (!wrong.isEmpty()) {
            written.clear();
            failing(sources.stream().filter(source -> !wrong.contains(source.name())).toList(), written);
        }
        return byName(written);
    }

    /** {@return what the compiler says of sources} */
    static String problems(List<SubjectSource> sources) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        run(sources, new LinkedHashMap<>(), problems);
        return problems.getDiagnostics().toString();
    }

    private static Set<String> failing(List<SubjectSource> sources, Map<String, ByteArrayOutputStream> written) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        run(sources, written, problems);
        Set<String> wrong = new LinkedHashSet<>();
        for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR && problem.getSource() != null) {
                String path = problem.getSource().getName();
                wrong.add(path.substring(path.lastIndexOf('/') + 1).replace(".java", ""));
            }
        }
        return wrong;
    }

    /**
     * {@return the classes of source files, by binary name}
     *
     * @param prefix their package and a dot
     * @param texts of the files, by the simple names of their classes
     * @throws IllegalArgumentException when one is no Java
     */
    static Map<String, byte[]> compile(String prefix, Map<String, String> texts) {
        Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        texts.forEach((name, text) -> units.add(unit(prefix.replace('.', '/') + name + ".java", text)));
        if (!compile(units, written, problems)) {
            throw new IllegalArgumentException(problems.getDiagnostics().toString());
        }
        return byName(written);
    }

    private static Map<String, byte[]> byName(Map<String, ByteArrayOutputStream> written) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        written.forEach((name, bytes) -> classes.put(name.replace('/', '.'), bytes.toByteArray()));
        return classes;
    }

    private static JavaFileObject unit(String path, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
    }

    private static void run(List<SubjectSource> sources, Map<String, ByteArrayOutputStream> written,
        DiagnosticCollector<JavaFileObject> problems) {
        compile(sources.stream().map(source -> unit("subject/" + source.name() + ".java", source.text())).toList(), written, problems);
    }

    /** {@return whether all are Java} */
    private static boolean compile(List<JavaFileObject> units, Map<String, ByteArrayOutputStream> written,
        DiagnosticCollector<JavaFileObject> problems) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
            return compiler.getTask(null, into(files, written), problems, List.of("-proc:none", "-nowarn", "-Xlint:none", "-g", "-Xmaxerrs",
                "100000",
                "-XDshould-stop.ifError=FLOW", "-cp", apiPath()), null, units).call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JavaFileManager into(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> written) {
        return new ForwardingJavaFileManager<JavaFileManager>(files) {
            @Override
            public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return written.computeIfAbsent(name, any -> new ByteArrayOutputStream());
                    }
                };
            }
        };
    }

    private static String apiPath() {
        try {
            return new File(dev.spine.extension.api.Extension.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
