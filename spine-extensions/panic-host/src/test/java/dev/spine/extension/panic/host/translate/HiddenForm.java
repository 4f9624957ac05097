package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.program.Program;
import java.lang.invoke.MethodHandles;

/** Compiled forms as hidden classes beside the machine's own: neither verified by the runtime nor metered, and unloaded when unused. */
public final class HiddenForm {
    private HiddenForm() {}

    /** A program that runs compiled. */
    public static LinkedProgram link(Program program) {
        return Linker.link(program, of(ProgramTranslator.translate(program, program.name() + ".pdl")));
    }

    static CompiledProgram of(TranslatedProgram translated) {
        try {
            return (CompiledProgram) MethodHandles.privateLookupIn(CompiledProgram.class, MethodHandles.lookup())
                .defineHiddenClass(translated.classFile(), true).lookupClass().getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a compiled form cannot be defined", e);
        }
    }
}
