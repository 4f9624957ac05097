package dev.spine.extension.runtime.meter;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
