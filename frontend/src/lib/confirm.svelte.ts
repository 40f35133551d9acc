/** Ask before something that cannot be taken back; `parts/Sure.svelte` shows the question. */

interface Question {
  text: string;
  action: string;
  answer: (yes: boolean) => void;
}

class Sure {
  question = $state.raw<Question | null>(null);

  /** Whether the person says yes; `action` is what the button that means it says. */
  ask(text: string, action: string): Promise<boolean> {
    this.answer(false);
    return new Promise((answer) => {
      this.question = { text, action, answer };
    });
  }

  answer(yes: boolean): void {
    this.question?.answer(yes);
    this.question = null;
  }
}

export const sure = new Sure();
