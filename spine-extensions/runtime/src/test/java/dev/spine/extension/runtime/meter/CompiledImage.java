package dev.spine.extension.runtime.meter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Class files of Java sources, as a compiler makes them now. */
final class CompiledImage {
    private static final Pattern NAME = Pattern.compile("(?:class|interface|enum|record) (\\w+)");

    private CompiledImage() {}

    /** {@return the bodies of programs, by name, from a file beside this class; what follows the name in its line is for others} */
    static Map<String, String> programs(String resource) {
        Map<String, String> programs = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(CompiledImage.class.getResourceAsStream(resource), resource)) {
            String[] parts = new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n=== ", -1);
            for (int i = 1; i < parts.length; i++) {
                int end = parts[i].indexOf('\n');
                programs.put(parts[i].substring(0, end).replaceFirst(" .*", ""), parts[i].substring(end + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return programs;
    }

    /** {@return the classes of programs, each of which is called by its one method} */
    static Map<String, byte[]> ofPrograms(Map<String, String> bodies) {
        List<String> sources = new ArrayList<>();
        bodies.forEach((name, body) -> sources.add("import java.util.*;\nimport java.util.function.*;\nclass " + name
            + " implements java.util.concurrent.Callable<Object> {\npublic Object call() { return run(); }\nstatic Object run() {\n" + body
            + "\n} }"));
        return of(sources.toArray(String[]::new));
    }

    /** {@return the classes of sources, each named after its first type, which is in no package} */
    static Map<String, byte[]> of(String... sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
        List<JavaFileObject> units = new ArrayList<>();
        for (String source : sources) {
            Matcher matcher = NAME.matcher(source);
            if (!matcher.find()) {
                throw new IllegalArgumentException("a source without a type: " + source);
            }
            units.add(new SimpleJavaFileObject(URI.create("string:///" + matcher.group(1) + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignored) {
                    return source;
                }
            });
        }
        JavaFileManager files = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("string:///" + name + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return classes.computeIfAbsent(name, any -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        if (!compiler.getTask(null, files, problems, List.of("-g", "-classpath", System.getProperty("java.class.path")), null, units)
            .call()) {
            throw new IllegalArgumentException(problems.getDiagnostics().toString());
        }
        Map<String, byte[]> image = new LinkedHashMap<>();
        classes.forEach((name, bytes) -> image.put(name.replace('/', '.'), bytes.toByteArray()));
        return image;
    }
}
