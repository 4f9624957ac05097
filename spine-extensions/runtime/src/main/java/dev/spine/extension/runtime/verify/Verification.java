package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A verdict, and the classes as they were read for it: who goes on with an accepted image need not read them again. For one thread at a
 * time, as the models read lazily.
 */
public final class Verification {
    private final Verdict verdict;
    private final Map<String, ClassModel> classes;
    private final CodeElements code;

    Verification(Verdict verdict, Map<String, ClassModel> classes, CodeElements code) {
        this.code = code;
        this.verdict = verdict;
        this.classes = classes;
    }

    /** {@return the verdict} */
    public Verdict verdict() {
        return verdict;
    }

    /** {@return their code as it was read} */
    public CodeElements code() {
        return code;
    }

    /** {@return the classes that could be read; of an accepted image all} */
    public Collection<ClassModel> classes() {
        return List.copyOf(classes.values());
    }
}
