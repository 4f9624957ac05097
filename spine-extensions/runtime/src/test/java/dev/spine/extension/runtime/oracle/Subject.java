package dev.spine.extension.runtime.oracle;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program under test, compiled: what a runner in another virtual machine is given.
 *
 * @param name the simple name of its class, which is in the package {@code subject}
 * @param image binary names and class files
 */
record Subject(String name, Map<String, byte[]> image) {
    private static final String PACKAGE = "subject.";

    /** {@return the binary name of the class that is run} */
    String entry() {
        return PACKAGE + name;
    }

    /**
     * {@return a program of each source, with the classes that belong to it}
     *
     * @throws IllegalArgumentException when one is no Java
     */
    static List<Subject> compile(List<SubjectSource> sources) {
        List<Subject> subjects = compileWhatCan(sources);
        if (subjects.size() < sources.size()) {
            throw new IllegalArgumentException(InMemoryCompiler.problems(sources));
        }
        return subjects;
    }

    /** {@return a program of each source that is Java} */
    static List<Subject> compileWhatCan(List<SubjectSource> sources) {
        Map<String, Map<String, byte[]>> images = new LinkedHashMap<>();
        sources.forEach(source -> images.put(PACKAGE + source.name(), new LinkedHashMap<>()));
        InMemoryCompiler.compile(sources).forEach((type, bytes) -> {
            int inner = type.indexOf('$');
            Map<String, byte[]> image = images.get(inner < 0 ? type : type.substring(0, inner));
            if (image != null) {
                image.put(type, bytes);
            }
        });
        List<Subject> subjects = new ArrayList<>();
        for (SubjectSource source : sources) {
            Map<String, byte[]> image = images.get(PACKAGE + source.name());
            if (image != null && !image.isEmpty()) {
                subjects.add(new Subject(source.name(), image));
            }
        }
        return subjects;
    }

    /** Writes programs into a file for {@link #read}. */
    static void write(List<Subject> subjects, Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(subjects.size());
        for (Subject subject : subjects) {
            out.writeUTF(subject.name);
            out.writeInt(subject.image.size());
            for (Map.Entry<String, byte[]> one : subject.image.entrySet()) {
                out.writeUTF(one.getKey());
                out.writeInt(one.getValue().length);
                out.write(one.getValue());
            }
        }
        Files.write(file, bytes.toByteArray());
    }

    /** {@return the programs of a file} */
    static List<Subject> read(Path file) throws IOException {
        List<Subject> subjects = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(file)))) {
            for (int i = in.readInt(); i > 0; i--) {
                String name = in.readUTF();
                Map<String, byte[]> image = new LinkedHashMap<>();
                for (int j = in.readInt(); j > 0; j--) {
                    String type = in.readUTF();
                    image.put(type, in.readNBytes(in.readInt()));
                }
                subjects.add(new Subject(name, image));
            }
        }
        return subjects;
    }
}
